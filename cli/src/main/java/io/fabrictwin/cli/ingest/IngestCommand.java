package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code ingest}. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        description = "Take files in: parse them, publish their events, and account for every record.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin ingest --list                                   formats that can be read",
            "  fabric-twin ingest sonic-config-db leaf1.json leaf2.json    into the log",
            "  fabric-twin ingest nccl-log job.log --at -1h --dry-run      only a look, an hour ago",
            "",
            "read = accepted + ignored + rejected + duplicate + late. Ignored: not of the format's business.",
            "Rejected: not understood, kept in fabric.quarantine. Late: published, but over 10 minutes behind."
        })
public final class IngestCommand implements Callable<Integer> {
    private static final List<Column<Format>> FORMATS = List.of(
            Column.text("format", Format::name),
            Column.text("emittedBy", Format::emittedBy),
            Column.text(
                    "events",
                    format -> format.yields().stream()
                            .map(Class::getSimpleName)
                            .sorted()
                            .toList()));

    private static final List<Column<FileReport>> REPORTS = List.of(
            Column.text("file", FileReport::file),
            Column.text("format", FileReport::format),
            Column.count("read", FileReport::read),
            Column.count("accepted", FileReport::accepted),
            Column.count("ignored", FileReport::ignored),
            Column.count("rejected", FileReport::rejected),
            Column.count("duplicate", FileReport::duplicate),
            Column.count("late", FileReport::late),
            Column.text(
                    "eventsByType",
                    report -> report.eventsByType().entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .toList()));

    @Option(names = "--list", description = "List the formats and stop.")
    private boolean list;

    @Parameters(index = "0", arity = "0..1", paramLabel = "FORMAT", description = "Format of the files; see --list.")
    private @Nullable String formatName;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "FILE|DIR", description = "What to take in.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Time of input that has no clock of its own: ISO-8601, seconds since 1970, or -1h"
                    + " (default: when the file was last written).")
    private @Nullable String at;

    @Option(
            names = "--fabric",
            defaultValue = "fabric",
            description = "Fabric that the input tells of (default: ${DEFAULT-VALUE}).")
    private String fabric = "fabric";

    @Option(names = "--dry-run", description = "Publish nothing: only parse and account.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (list) {
            Table.print(out, outputOptions.output(), Formats.all(), FORMATS, "no formats");
            return ExitCodes.FINE;
        }
        List<FileReport> reports = ingest(format());
        if (outputOptions.output() == Output.json) {
            Table.printJson(out, reports.stream().map(IngestCommand::json).toList());
        } else {
            Table.print(out, outputOptions.output(), reports, REPORTS, "nothing to take in");
        }
        return exitCode(reports);
    }

    private Format format() {
        String names = Formats.all().stream().map(Format::name).collect(Collectors.joining(", "));
        String wanted = formatName;
        if (wanted == null) {
            throw new WrongUsageException("name a format and files; the formats are: " + names);
        }
        if (paths.isEmpty()) {
            throw new WrongUsageException("name at least one file or folder after the format " + wanted);
        }
        return Formats.named(wanted)
                .orElseThrow(
                        () -> new WrongUsageException("format '" + wanted + "' is unknown; the formats are: " + names));
    }

    private List<FileReport> ingest(Format format) {
        IngestOptions options =
                new IngestOptions(fabricId(), at == null ? null : (Long) Times.parseTime(at, Instant.now()));
        Ingestion ingestion = new Ingestion(Clock.systemUTC());
        List<Path> inputs = inputs(format);
        try (Progress progress = Progress.on(spec.commandLine().getErr())) {
            IngestListener listener = new IngestListener() {
                @Override
                public void progress(String file, long recordsRead) {
                    progress.show("ingesting " + file + ": " + recordsRead + " records");
                }
            };
            if (dryRun) {
                return ingestion.dryRun(format, inputs, options, listener);
            }
            try (BrokerOptions.Broker broker = brokerOptions.open()) {
                return ingestion.publish(format, inputs, options, broker.bootstrap(), BrokerWait.NONE, listener);
            }
        }
    }

    /** A folder stands for the files in it, in order of name, unless the format itself is a folder. */
    private List<Path> inputs(Format format) {
        List<Path> inputs = new ArrayList<>();
        for (Path path : paths) {
            if (format.isFolder() || !Files.isDirectory(path)) {
                inputs.add(path);
                continue;
            }
            List<Path> files;
            try (Stream<Path> entries = Files.list(path)) {
                files = entries.filter(Files::isRegularFile).sorted().toList();
            } catch (IOException e) {
                throw new BadDataException("cannot read the folder " + path + ": " + e.getMessage(), e);
            }
            // An empty folder stays itself, so that its report says what is wrong with it.
            inputs.addAll(files.isEmpty() ? List.of(path) : files);
        }
        return inputs;
    }

    private FabricId fabricId() {
        try {
            return new FabricId(fabric);
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException("--fabric: " + e.getMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> json(FileReport report) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("file", report.file());
        object.put("format", report.format());
        object.put("read", report.read());
        object.put("accepted", report.accepted());
        object.put("ignored", report.ignored());
        object.put("rejected", report.rejected());
        object.put("duplicate", report.duplicate());
        object.put("late", report.late());
        object.put("eventsByType", report.eventsByType());
        if (report.reason() != null) {
            object.put("reason", report.reason());
        }
        return object;
    }

    /** A file that gave nothing, or could not be read to its end, makes the whole run bad data. */
    private int exitCode(List<FileReport> reports) {
        PrintWriter err = spec.commandLine().getErr();
        boolean isBad = false;
        for (FileReport report : reports) {
            String reason = report.reason();
            if (reason != null && report.duplicate() == 0) {
                err.println(reason.startsWith(report.file()) ? reason : report.file() + ": " + reason);
                isBad = true;
            }
        }
        err.flush();
        return isBad ? ExitCodes.BAD_DATA : ExitCodes.FINE;
    }
}
