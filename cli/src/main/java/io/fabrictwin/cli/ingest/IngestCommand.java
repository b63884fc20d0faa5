package io.fabrictwin.cli.ingest;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.publish.LogUnreachableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
        subcommands = {
            LiveCommand.class,
            FollowCommands.Serve.class,
            FollowCommands.Tail.class,
            FollowCommands.Watch.class,
            FollowCommands.Scrape.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin ingest --list                                   formats that can be read",
            "  fabric-twin ingest auto captures/                           all files below, each by its content",
            "  ibnetdiscover | fabric-twin ingest ibnetdiscover -          from another program",
            "  fabric-twin ingest sonic-config-db leaf1.json leaf2.json    into the log",
            "  fabric-twin ingest nccl-log job.log --at -1h --dry-run      only a look, an hour ago",
            "",
            "read = accepted + ignored + rejected + duplicate + late. Ignored: not of the format's business.",
            "Rejected: not understood, kept in fabric.quarantine. Late: published, but over 10 minutes behind.",
            "Unread: seen within records, but nothing that the twin keeps."
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
                            .toList()),
            Column.text("unread", IngestCommand::unread));

    /** How many kinds of what was not read a table names; JSON has all. */
    private static final int UNREAD_KINDS_SHOWN = 3;

    @Option(names = "--list", description = "List the formats and stop.")
    private boolean list;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FORMAT",
            description = "Format of the files (see --list), or auto.")
    private @Nullable String formatName;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "FILE|DIR",
            description = "What to take in; - is standard input.")
    private List<Path> paths = new ArrayList<>();

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Time of input that has no clock of its own: ISO-8601, seconds since 1970, or -1h"
                    + " (default: when the file was last written).")
    private @Nullable String at;

    @Mixin
    private final FabricOption fabricOption = new FabricOption();

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            defaultValue = "0s",
            description = "How long to wait for a broker that is away (default: ${DEFAULT-VALUE}).")
    private String wait = "0s";

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
        List<FileReport> reports = ingest(choice());
        if (outputOptions.output() == Output.json) {
            Table.printJson(out, reports.stream().map(IngestCommand::json).toList());
        } else {
            Table.print(out, outputOptions.output(), reports, REPORTS, "nothing to take in");
        }
        return exitCode(reports);
    }

    private FormatChoice choice() {
        String names = Formats.all().stream().map(Format::name).collect(Collectors.joining(", "));
        String wanted = formatName;
        if (wanted == null) {
            throw new WrongUsageException("name a format (or auto) and files; the formats are: " + names);
        }
        if (paths.isEmpty()) {
            throw new WrongUsageException("name at least one file or folder after the format " + wanted);
        }
        return FormatChoice.named(wanted)
                .orElseThrow(
                        () -> new WrongUsageException("format '" + wanted + "' is unknown; the formats are: " + names));
    }

    private List<FileReport> ingest(FormatChoice choice) {
        IngestOptions options =
                new IngestOptions(fabricOption.fabric(), at == null ? null : (Long) Times.parseTime(at, Instant.now()));
        Ingestion ingestion = new Ingestion(Clock.systemUTC());
        try (StandardInput standardInput = new StandardInput();
                Progress progress = Progress.on(spec.commandLine().getErr())) {
            List<Path> inputs = inputs(choice, standardInput);
            IngestListener listener = new IngestListener() {
                @Override
                public void progress(String file, long recordsRead) {
                    progress.show("ingesting " + file + ": " + recordsRead + " records");
                }
            };
            if (dryRun) {
                return standardInput.named(ingestion.dryRun(choice, inputs, options, listener));
            }
            BrokerWait patience = patience(progress);
            try (BrokerOptions.Broker broker = open(patience)) {
                return standardInput.named(
                        ingestion.publish(choice, inputs, options, broker.access(), patience, listener));
            }
        }
    }

    private BrokerWait patience(Progress progress) {
        Duration limit = Duration.ofNanos(Times.parseDuration(wait));
        return (bootstrap, awayFor) -> {
            progress.show("waiting for broker " + bootstrap + " for " + awayFor.toSeconds() + " s");
            return awayFor.compareTo(limit) < 0;
        };
    }

    private BrokerOptions.Broker open(BrokerWait patience) {
        return patience.answer(brokerOptions.where(), () -> {
            try {
                return brokerOptions.open();
            } catch (UnreachableException e) {
                throw new LogUnreachableException(String.valueOf(e.getMessage()), e);
            }
        });
    }

    /** A folder stands for all files in it, in order of name, unless it is one input itself. */
    private List<Path> inputs(FormatChoice choice, StandardInput standardInput) {
        List<Path> inputs = new ArrayList<>();
        for (Path path : paths) {
            try {
                if (path.toString().equals(StandardInput.NAME)) {
                    inputs.add(standardInput.asFile());
                } else if (!Files.isDirectory(path) || choice.isInput(path)) {
                    inputs.add(path);
                } else {
                    List<Path> files = files(path);
                    // An empty folder stays itself, so that its report says what is wrong with it.
                    inputs.addAll(files.isEmpty() ? List.of(path) : files);
                }
            } catch (IOException e) {
                throw new BadDataException("cannot read " + path + ": " + e.getMessage(), e);
            }
        }
        return inputs;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.filter(Files::isRegularFile).sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static List<String> unread(FileReport report) {
        List<Map.Entry<String, Long>> kinds = report.unreadByKind().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        List<String> shown = new ArrayList<>(kinds.stream()
                .limit(UNREAD_KINDS_SHOWN)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .toList());
        if (kinds.size() > UNREAD_KINDS_SHOWN) {
            shown.add("and " + (kinds.size() - UNREAD_KINDS_SHOWN) + " other kinds");
        }
        return shown;
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
        object.put("unreadByKind", report.unreadByKind());
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
