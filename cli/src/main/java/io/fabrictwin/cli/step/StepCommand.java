package io.fabrictwin.cli.step;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.form.ClusterReader;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.multipath.SeedDistribution;
import io.fabrictwin.model.training.JobDescription;
import io.fabrictwin.model.training.NcclCost;
import io.fabrictwin.model.training.Part;
import io.fabrictwin.model.training.StepFit;
import io.fabrictwin.model.training.StepForecast;
import io.fabrictwin.model.training.StepForecast.Contended;
import io.fabrictwin.model.training.StepForecaster;
import io.fabrictwin.model.training.StepNetwork;
import io.fabrictwin.model.training.StepValues;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code step}. */
@Command(
        name = "step",
        mixinStandardHelpOptions = true,
        description =
                "Forecast the training step of a job that has not run, from a description of it and of the cluster.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin step --cluster examples/step/cluster.yaml --job examples/step/job.yaml",
            "  fabric-twin step --cluster NOW.yaml --job JOB.yaml --change THEN.yaml",
            "                                  how the step changes, under the same hash seeds",
            "",
            "The forms are described in docs/step.md."
        })
public final class StepCommand implements Callable<Integer> {
    private static final double NS_PER_SECOND = 1e9;

    @Option(names = "--cluster", required = true, paramLabel = "FILE", description = "The cluster, in YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path clusterFile;

    @Option(names = "--job", required = true, paramLabel = "FILE", description = "The job, in YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path jobFile;

    @Option(
            names = "--change",
            paramLabel = "FILE",
            description = "The cluster after a change: also tell how the step changes.")
    private @Nullable Path changeFile;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides the hash seeds that are drawn (default: ${DEFAULT-VALUE}).")
    private int seed;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** One part of a step. */
    private record PartRow(Part part, double seconds, double share) {}

    @Override
    public Integer call() {
        JobForm form = JobForm.read(jobFile);
        ClusterDescription cluster = ClusterReader.read(clusterFile);
        try {
            JobDescription job = fitted(form, cluster);
            StepForecaster forecaster = forecaster(form, job, cluster);
            Path change = changeFile;
            SeedDistribution ratio = change == null
                    ? null
                    : StepForecaster.ratio(forecaster, forecaster(form, job, ClusterReader.read(change)), seed);
            StepForecast forecast = forecaster.forecast(seed);
            print(
                    job,
                    forecast,
                    ratio,
                    StepValues.of(
                            job,
                            form.observedStepSeconds(),
                            cluster,
                            forecast.seconds().seeds()));
        } catch (IllegalArgumentException refused) {
            throw new BadDataException(jobFile + " on " + clusterFile + ": " + refused.getMessage(), refused);
        }
        return ExitCodes.FINE;
    }

    /** An observed step is taken for one on a network that did not hold it up. */
    private static JobDescription fitted(JobForm form, ClusterDescription cluster) {
        Double observed = form.observedStepSeconds();
        return observed == null
                ? form.job()
                : StepFit.toStep(form.job(), observed, cluster.node().gpus(), new NcclCost(cluster));
    }

    private static StepForecaster forecaster(JobForm form, JobDescription job, ClusterDescription cluster) {
        StepNetwork network =
                StepNetwork.of(cluster, form.hostOfNode(cluster.node().gpus(), cluster.nodes()));
        return StepForecaster.of(job, network, new NcclCost(cluster));
    }

    private void print(
            JobDescription job, StepForecast forecast, @Nullable SeedDistribution ratio, List<UsedValue> values) {
        PrintWriter out = spec.commandLine().getOut();
        List<PartRow> parts = new ArrayList<>();
        double mean = forecast.seconds().mean();
        forecast.meanParts().forEach((part, seconds) -> {
            if (seconds > 0) {
                parts.add(new PartRow(part, seconds, seconds / mean));
            }
        });
        switch (outputOptions.output()) {
            case json -> Table.printJson(out, object(job, forecast, parts, ratio, values));
            case csv, md -> Table.print(out, outputOptions.output(), parts, partColumns(), "");
            case table -> {
                SeedDistribution seconds = forecast.seconds();
                out.println("step " + seconds(mean) + " (" + seconds(seconds.p5()) + " to " + seconds(seconds.p95())
                        + " over " + seconds.seeds() + " hash seeds), nominal "
                        + seconds(forecast.nominal().seconds()) + "; gated by " + gates(forecast));
                if (ratio != null) {
                    out.println("after the change " + Units.ratio(ratio.mean()) + " (" + Units.ratio(ratio.p5())
                            + " to " + Units.ratio(ratio.p95()) + " over " + ratio.seeds() + " hash seeds)");
                }
                out.println();
                Table.print(out, outputOptions.output(), parts, partColumns(), "");
                out.println();
                Table.print(
                        out,
                        outputOptions.output(),
                        forecast.collectives(),
                        collectiveColumns(),
                        "nothing is sent between nodes");
                out.println();
                out.println(UsedValues.summary(values));
            }
        }
    }

    private static Map<String, @Nullable Object> object(
            JobDescription job,
            StepForecast forecast,
            List<PartRow> parts,
            @Nullable SeedDistribution ratio,
            List<UsedValue> values) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("stepSeconds", distribution(forecast.seconds()));
        object.put("nominalSeconds", forecast.nominal().seconds());
        object.put(
                "modelTeraflopsPerSecondAndGpu",
                job.modelFlopsPerStep()
                        / forecast.seconds().mean()
                        / job.parallelism().gpus()
                        / 1e12);
        object.put("gates", forecast.gates().stream().map(StepCommand::word).toList());
        object.put("parts", Table.objects(parts, partColumns()));
        object.put("collectives", Table.objects(forecast.collectives(), collectiveColumns()));
        if (ratio != null) {
            object.put("ratio", distribution(ratio));
        }
        object.put("values", UsedValues.json(values));
        return object;
    }

    private static Map<String, Object> distribution(SeedDistribution distribution) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("mean", distribution.mean());
        object.put("p5", distribution.p5());
        object.put("p50", distribution.p50());
        object.put("p95", distribution.p95());
        object.put("seeds", distribution.seeds());
        return object;
    }

    private static List<Column<PartRow>> partColumns() {
        return List.of(
                Column.text("part", row -> word(row.part())),
                Column.number("seconds", "TIME", PartRow::seconds, StepCommand::seconds),
                Column.number("share", "SHARE", PartRow::share, Units::share));
    }

    private static List<Column<Contended>> collectiveColumns() {
        return List.of(
                Column.text("parallelism", row -> word(row.planned().dimension())),
                Column.text("phase", row -> word(row.planned().phase())),
                Column.text("operation", row -> word(row.planned().operation())),
                Column.number("bytes", "BYTES", row -> row.planned().bytes(), StepCommand::bytes),
                Column.count("ranks", row -> row.planned().span().ranks()),
                Column.count("nodes", row -> row.planned().span().nodes()),
                Column.number("count", "COUNT", row -> row.planned().count(), StepCommand::whole),
                Column.number("nominalSeconds", "NOMINAL", Contended::nominalSeconds, StepCommand::seconds),
                Column.number("seconds", "ON FABRIC", Contended::meanSeconds, StepCommand::seconds),
                Column.number("slowdown", "SLOWDOWN", Contended::slowdown, Units::ratio));
    }

    private static String gates(StepForecast forecast) {
        return forecast.gates().isEmpty()
                ? "computing"
                : forecast.gates().stream().map(StepCommand::word).collect(Collectors.joining(", "));
    }

    private static String seconds(Number seconds) {
        return Units.duration(seconds.doubleValue() * NS_PER_SECOND);
    }

    private static String bytes(Number bytes) {
        return Units.bytes(Math.rint(bytes.doubleValue()));
    }

    private static String whole(Number count) {
        return String.format(Locale.ROOT, "%.0f", count.doubleValue());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
