package io.fabrictwin.cli.synth;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.synth.FabricKind;
import io.fabrictwin.ingest.synth.Incident;
import io.fabrictwin.ingest.synth.SynthFormat;
import io.fabrictwin.ingest.synth.SynthRun;
import io.fabrictwin.ingest.synth.SynthSettings;
import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.Truth;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code synth}. */
@Command(
        name = "synth",
        mixinStandardHelpOptions = true,
        description =
                "Make a cluster up: run it in the engine, with an incident, and tell its events as a real one would.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin synth --list                                              incidents and what they show",
            "  fabric-twin synth --incident pfc-storm -o storm.jsonl.gz              64 GPUs into a file",
            "  fabric-twin synth --incident pfc-storm --data lab                     the same into a log, then",
            "  fabric-twin show findings --data lab                                  what the twin makes of it",
            "  fabric-twin synth --gpus 4096 --topology fat-tree --fabric ib --incident ib-bad-lft -o lft.jsonl.gz",
            "  fabric-twin synth --duplicates 0.01 --loss 0.02 --skew 5ms --reordered 0.1 -o rough.jsonl",
            "",
            "The incident begins after two fifths of the healthy steps and ends after three quarters. Link efficiencies,",
            "DCQCN timers, hash seeds, buffers and clock offsets are drawn from the seed and are in no event. Still the",
            "engine that makes the events also forecasts: a score on them is self-consistency, not accuracy."
        })
public final class SynthCommand implements Callable<Integer> {
    private static final String STANDARD_OUTPUT = "-";
    /** 2026-01-01T00:00Z: a fixed day, so that the same arguments give the same bytes. */
    private static final String DAY = "2026-01-01T00:00:00Z";

    private static final List<Column<Incident>> INCIDENTS = List.of(
            Column.text("incident", Incident::word),
            Column.text(
                    "fabrics",
                    incident ->
                            incident.fabrics().stream().map(FabricKind::word).toList()),
            Column.text("cause", Incident::cause),
            Column.text("symptoms", Incident::symptoms));

    private static final List<Column<FileReport>> REPORTS = List.of(
            Column.count("events", FileReport::read),
            Column.count("accepted", FileReport::accepted),
            Column.count("rejected", FileReport::rejected),
            Column.count("duplicate", FileReport::duplicate),
            Column.count("late", FileReport::late));

    @Option(names = "--list", description = "List the incidents and stop; with -o json or csv for machines.")
    private boolean list;

    @Option(
            names = "--gpus",
            defaultValue = "64",
            description = "64 to 65536, in servers of 8; a NIC each (default: ${DEFAULT-VALUE}).")
    private int gpus;

    @Option(
            names = "--topology",
            defaultValue = "leaf-spine",
            description = "leaf-spine, rail, fat-tree or dragonfly (default: ${DEFAULT-VALUE}).")
    private String topology = "leaf-spine";

    @Option(
            names = "--oversubscription",
            paramLabel = "RATIO",
            defaultValue = "1",
            description = "Rate towards NICs over rate upwards at a leaf: 1, 2 or 4 (default: ${DEFAULT-VALUE}).")
    private int oversubscription;

    @Option(names = "--fabric", defaultValue = "roce", description = "roce or ib (default: ${DEFAULT-VALUE}).")
    private String fabric = "roce";

    @Option(
            names = "--incident",
            paramLabel = "NAME",
            defaultValue = "none",
            description = "What goes wrong; see --list (default: ${DEFAULT-VALUE}).")
    private String incident = "none";

    @Option(names = "--seed", defaultValue = "1", description = "Draws all that is drawn (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--steps", description = "Steps of the first job, 8 at least (default: 40; 12 above 8192 GPUs).")
    private @Nullable Integer steps;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            defaultValue = DAY,
            description =
                    "When the recording begins: ISO-8601, seconds since 1970, or -1h (default: ${DEFAULT-VALUE}).")
    private String at = DAY;

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            description = "Between two scrapes of counters (default: 1 ms up to 128 GPUs, a healthy step above).")
    private @Nullable String interval;

    @Option(
            names = "--paths",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Tell the way of every connection, as path tracing does (default); --no-paths: do not.")
    private boolean paths = true;

    @Option(
            names = "--noise",
            paramLabel = "FRACTION",
            defaultValue = "0.003",
            description = "Deviation of measured times and depths (default: ${DEFAULT-VALUE}).")
    private double noise;

    @Option(
            names = "--skew",
            paramLabel = "DURATION",
            defaultValue = "20us",
            description = "Clocks of devices are off by up to so much (default: ${DEFAULT-VALUE}).")
    private String skew = "20us";

    @Option(
            names = "--loss",
            paramLabel = "FRACTION",
            defaultValue = "0",
            description = "Measurements that never come.")
    private double loss;

    @Option(
            names = "--duplicates",
            paramLabel = "FRACTION",
            defaultValue = "0",
            description = "Events that come twice.")
    private double duplicates;

    @Option(
            names = "--reordered",
            paramLabel = "FRACTION",
            defaultValue = "0",
            description = "Events that come late, by up to 2000 events.")
    private double reordered;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Write lines of the events format (docs/events.md) to FILE, gzip if it ends in .gz; - is standard"
                            + " output. Without it events go into the log.")
    private @Nullable String output;

    @Option(names = "--truth", paramLabel = "FILE", description = "Write what really happened as JSON.")
    private @Nullable Path truthFile;

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Table.print(out, form(), List.of(Incident.values()), INCIDENTS, "no incidents");
            return ExitCodes.FINE;
        }
        SynthSettings settings = settings();
        String file = output;
        try {
            tell(file == null ? publish(settings) : write(settings, file));
        } catch (IOException | UncheckedIOException e) {
            throw new BadDataException("cannot write: " + e.getMessage(), e);
        }
        return ExitCodes.FINE;
    }

    private Output form() {
        try {
            return output == null ? Output.table : Output.valueOf(output);
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException("with --list, -o is table, json, csv or md, not '" + output + "'", e);
        }
    }

    private SynthSettings settings() {
        try {
            return new SynthSettings(
                    gpus,
                    TopologyKind.ofWord(topology),
                    oversubscription,
                    FabricKind.ofWord(fabric),
                    Incident.ofWord(incident),
                    seed,
                    steps == null ? SynthSettings.usualSteps(gpus) : steps,
                    Times.parseTime(at, Instant.now()),
                    interval == null ? null : (Long) Times.parseDuration(interval),
                    paths,
                    new Disturbance(noise, Times.parseDuration(skew), loss, duplicates, reordered));
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private Truth write(SynthSettings settings, String name) throws IOException {
        if (spec.commandLine().getParseResult().hasMatchedOption("--data")
                || spec.commandLine().getParseResult().hasMatchedOption("--bootstrap")) {
            throw new WrongUsageException("choose: -o writes a file, --data and --bootstrap are the log");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (EventFile file = name.equals(STANDARD_OUTPUT) ? EventFile.over(out) : EventFile.create(Path.of(name))) {
            return SynthRun.tell(settings, file::write);
        }
    }

    private Truth publish(SynthSettings settings) throws IOException {
        SynthFormat format = new SynthFormat(settings);
        IngestOptions options = new IngestOptions(SynthRun.fabric(settings), settings.anchorTimeNs());
        // ingestion takes files: what this one is made from stands for it
        Path plan = Files.createTempFile("fabric-twin-synth", ".txt");
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                BrokerOptions.Broker broker = brokerOptions.open()) {
            Files.writeString(plan, settings.toString());
            IngestListener listener = new IngestListener() {
                @Override
                public void progress(String file, long recordsRead) {
                    progress.show("publishing " + recordsRead + " events");
                }
            };
            List<FileReport> reports = new Ingestion(Clock.systemUTC())
                    .publish(
                            FormatChoice.of(format),
                            List.of(plan),
                            options,
                            broker.access(),
                            BrokerWait.NONE,
                            listener);
            Table.print(spec.commandLine().getOut(), Output.table, reports, REPORTS, "nothing");
        } finally {
            Files.delete(plan);
        }
        Truth truth = format.truth();
        if (truth == null) {
            throw new IllegalStateException("nothing was run");
        }
        return truth;
    }

    /** What really happened, for people, and for programs where asked. */
    private void tell(Truth truth) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        Long beginNs = truth.beginNs();
        Long endNs = truth.endNs();
        err.println("truth  " + truth.fabric() + ", " + truth.events() + " events, healthy step "
                + Units.duration(truth.healthyStepNs()) + ": "
                + truth.incident().word()
                + (truth.devices().isEmpty() ? "" : " at " + String.join(", ", truth.devices()))
                + (beginNs == null || endNs == null
                        ? ""
                        : ", from " + Units.instant(beginNs) + " to " + Units.instant(endNs))
                + " (for self-consistency, not accuracy)");
        err.flush();
        Path file = truthFile;
        if (file != null) {
            try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file))) {
                Table.printJson(writer, truth.asMap());
            }
        }
    }
}
