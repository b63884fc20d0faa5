package io.fabrictwin.cli.collective;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.form.ClusterReader;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.cluster.RoutingMode;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Choice;
import io.fabrictwin.model.nccl.ClusterModel;
import io.fabrictwin.model.nccl.ClusterValues;
import io.fabrictwin.model.nccl.EfficiencyFit;
import io.fabrictwin.model.nccl.Measurement;
import io.fabrictwin.model.nccl.Prediction;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code collective}. */
@Command(
        name = "collective",
        mixinStandardHelpOptions = true,
        description =
                "Tell what NCCL would choose for a collective on a described cluster, and how long it takes there.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin collective --cluster examples/collective/h100-16x8-400g.yaml --op all_reduce --bytes 1GiB",
            "  fabric-twin collective --cluster CLUSTER.yaml --op all_gather       a table over sizes, as nccl-tests has it",
            "  fabric-twin collective --cluster CLUSTER.yaml --op all_reduce --ranks 32 --measured LOG",
            "                                  fit the cluster's efficiency to what nccl-tests printed",
            "",
            "What it tells and leaves out is described in docs/collective.md, the form of a cluster in docs/step.md."
        })
public final class CollectiveCommand implements Callable<Integer> {
    private static final long SMALLEST = 8;
    private static final long LARGEST = 16L << 30;

    @Option(names = "--cluster", required = true, paramLabel = "FILE", description = "The cluster, in YAML.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path clusterFile;

    @Option(
            names = "--op",
            required = true,
            paramLabel = "NAME",
            description =
                    "all_reduce, all_gather, reduce_scatter, broadcast, reduce, alltoall, gather, scatter or sendrecv.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String operationName;

    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            converter = Sizes.class,
            description = "Size as nccl-tests counts it, such as 64KiB or 1GiB; else a table from 8 B to 16 GiB.")
    private @Nullable Long bytes;

    @Option(names = "--ranks", paramLabel = "N", description = "GPUs that take part, from the first; else all.")
    private @Nullable Integer ranks;

    @Option(
            names = "--measured",
            paramLabel = "FILE",
            description =
                    "A table that nccl-tests printed for this operation and these ranks: fit the efficiency to it.")
    private @Nullable Path measured;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (bytes != null && measured != null) {
            throw new WrongUsageException("--bytes and --measured exclude each other: the table has its own sizes");
        }
        CollectiveOperation operation = Operations.named(operationName);
        ClusterDescription cluster = ClusterReader.read(clusterFile);
        int rankCount = ranks == null ? cluster.nodes() * cluster.node().gpus() : ranks;
        PrintWriter out = spec.commandLine().getOut();
        try {
            if (measured != null) {
                printFit(out, cluster, NcclTestsTable.read(measured, operation, rankCount));
            } else {
                printSizes(out, cluster, ClusterModel.of(cluster, rankCount), operation);
            }
        } catch (IllegalArgumentException refused) {
            throw new BadDataException(clusterFile + ": " + refused.getMessage(), refused);
        }
        return ExitCodes.FINE;
    }

    private void printSizes(
            PrintWriter out, ClusterDescription cluster, ClusterModel model, CollectiveOperation operation) {
        List<Prediction> predictions = new ArrayList<>();
        if (bytes != null) {
            predictions.add(model.predict(operation, bytes));
        } else {
            for (long size = SMALLEST; size <= LARGEST; size *= 2) {
                predictions.add(model.predict(operation, size));
            }
        }
        List<UsedValue> values = ClusterValues.of(cluster);
        if (outputOptions.output() == Output.json) {
            List<Map<String, @Nullable Object>> rows = Table.objects(predictions, columns());
            rows.forEach(row -> row.put("values", UsedValues.json(values)));
            Table.printJson(out, rows);
            return;
        }
        Table.print(out, outputOptions.output(), predictions, columns(), "no sizes");
        if (outputOptions.output() == Output.table) {
            out.println();
            out.println(
                    cluster.efficiency() == null
                            ? "Nothing was measured here: rates are nominal (--measured fits an efficiency)."
                            : String.format(Locale.ROOT, "Efficiency %.3f.", cluster.efficiency()));
            if (cluster.network().routing() == RoutingMode.ECMP
                    && cluster.network().spines() > 0) {
                out.println("Uplinks count by capacity: collisions of hashed flows come on top.");
            }
            out.println(UsedValues.summary(values));
            out.flush();
        }
    }

    private static List<Column<Prediction>> columns() {
        return List.of(
                Column.number("bytes", "SIZE", Prediction::bytes, CollectiveCommand::size),
                Column.text(
                        "algorithm", row -> of(row, choice -> choice.algorithm().libraryName())),
                Column.text(
                        "protocol", row -> of(row, choice -> choice.protocol().libraryName())),
                Column.count("channels", Prediction::channels),
                Column.number("timeNs", "TIME", Prediction::timeNs, Units::duration),
                Column.number("algorithmGBps", "ALGBW GB/s", Prediction::algorithmBytesPerNs, CollectiveCommand::rate),
                Column.number("busGBps", "BUSBW GB/s", Prediction::busBytesPerNs, CollectiveCommand::rate),
                Column.text("boundBy", row -> row.bound().name().toLowerCase(Locale.ROOT)),
                Column.number("ncclExpectsNs", "NCCL EXPECTS", row -> of(row, Choice::timeNs), Units::duration));
    }

    /** What NCCL chose; unknown where it only sends. */
    private static @Nullable Object of(Prediction row, Function<Choice, Object> value) {
        Choice choice = row.choice();
        return choice == null ? null : value.apply(choice);
    }

    /** One size of the measured table. */
    private record Compared(Measurement measured, double beforeNs, double afterNs) {
        double errorBefore() {
            return beforeNs / measured.timeNs() - 1;
        }

        double errorAfter() {
            return afterNs / measured.timeNs() - 1;
        }
    }

    private void printFit(PrintWriter out, ClusterDescription cluster, List<Measurement> measurements) {
        EfficiencyFit fit = EfficiencyFit.fit(cluster, measurements);
        ClusterDescription fitted = cluster.withEfficiency(fit.efficiency());
        int rankCount = measurements.get(0).ranks();
        ClusterModel before = ClusterModel.of(cluster, rankCount);
        ClusterModel after = ClusterModel.of(fitted, rankCount);
        List<Compared> rows = measurements.stream()
                .map(each -> new Compared(
                        each,
                        before.predict(each.operation(), each.bytes()).timeNs(),
                        after.predict(each.operation(), each.bytes()).timeNs()))
                .toList();
        List<Column<Compared>> columns = List.of(
                Column.number("bytes", "SIZE", row -> row.measured().bytes(), CollectiveCommand::size),
                Column.number("measuredNs", "MEASURED", row -> row.measured().timeNs(), Units::duration),
                Column.number("beforeNs", "BEFORE", Compared::beforeNs, Units::duration),
                Column.number("errorBefore", "ERROR", Compared::errorBefore, Units::share),
                Column.number("afterNs", "AFTER", Compared::afterNs, Units::duration),
                Column.number("errorAfter", "ERROR", Compared::errorAfter, Units::share));
        long smallest = EfficiencyFit.SMALLEST_BYTES;
        double errorBefore =
                EfficiencyFit.medianError(cluster, measurements, smallest).orElseThrow();
        double errorAfter =
                EfficiencyFit.medianError(fitted, measurements, smallest).orElseThrow();
        List<UsedValue> values = ClusterValues.fitted(cluster, fit);
        switch (outputOptions.output()) {
            case json -> {
                Map<String, Object> answer = new LinkedHashMap<>();
                answer.put("efficiency", fit.efficiency());
                answer.put("relativeDeviation", fit.deviation());
                answer.put("sizesUsed", fit.used());
                answer.put("medianErrorBefore", errorBefore);
                answer.put("medianErrorAfter", errorAfter);
                answer.put("sizes", Table.objects(rows, columns));
                answer.put("values", UsedValues.json(values));
                Table.printJson(out, answer);
            }
            case csv, md -> Table.print(out, outputOptions.output(), rows, columns, "no sizes");
            case table -> {
                Table.print(out, outputOptions.output(), rows, columns, "no sizes");
                out.println();
                out.println(String.format(
                        Locale.ROOT,
                        "efficiency: %.3f   # from %d sizes of at least 64 MiB, give or take %.1f %%",
                        fit.efficiency(),
                        fit.used(),
                        100 * fit.deviation()));
                out.println(String.format(
                        Locale.ROOT,
                        "Median error of these sizes: %.1f %% before, %.1f %% after.",
                        100 * errorBefore,
                        100 * errorAfter));
                out.println(UsedValues.summary(values));
                out.flush();
            }
        }
    }

    private static String size(Number bytes) {
        long value = bytes.longValue();
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        while (unit < units.length - 1 && value >= 1024 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return value + " " + units[unit];
    }

    private static String rate(Number bytesPerNs) {
        return String.format(Locale.ROOT, "%.2f", bytesPerNs.doubleValue());
    }
}
