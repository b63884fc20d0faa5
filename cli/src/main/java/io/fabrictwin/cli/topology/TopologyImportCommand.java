package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes plans in. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Take topology files into the log, or write their events as JSON lines.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin topology import plan.dot minigraph.xml",
            "  fabric-twin topology import fat-tree.txt --to events.jsonl"
        })
final class TopologyImportCommand implements Callable<Integer> {
    private static final List<Column<FileReport>> REPORTS = List.of(
            Column.text("file", FileReport::file),
            Column.text("format", FileReport::format),
            Column.count("read", FileReport::read),
            Column.count("accepted", FileReport::accepted),
            Column.count("rejected", FileReport::rejected),
            Column.text(
                    "eventsByType",
                    report -> report.eventsByType().entrySet().stream()
                            .map(entry -> entry.getKey() + " " + entry.getValue())
                            .toList()));

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Topology files.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<Path> files;

    @Option(names = "--to", paramLabel = "FILE", description = "Write the events to this file, not into the log.")
    private @Nullable Path target;

    @Mixin
    private final TopologySource source = new TopologySource();

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path file = target;
        List<FileReport> reports = file == null ? publish() : write(file);
        Table.print(spec.commandLine().getOut(), outputOptions.output(), reports, REPORTS, "nothing to take in");
        for (FileReport report : reports) {
            String reason = report.reason();
            if (reason != null && report.duplicate() == 0) {
                throw new BadDataException(reason.startsWith(report.file()) ? reason : report.file() + ": " + reason);
            }
        }
        return ExitCodes.FINE;
    }

    private List<FileReport> publish() {
        try (BrokerOptions.Broker broker = source.brokerOptions().open()) {
            return new Ingestion(Clock.systemUTC())
                    .publish(
                            TopologyFiles.choice(source.format()),
                            files,
                            new IngestOptions(new FabricId(source.fabricOr("fabric")), null),
                            broker.access(),
                            BrokerWait.NONE,
                            IngestListener.NONE);
        }
    }

    private List<FileReport> write(Path file) {
        try (PrintWriter writer = new PrintWriter(Files.newBufferedWriter(file))) {
            List<FileReport> reports =
                    new TopologyFiles().read(files, source.format(), event -> writer.println(EventJson.write(event)));
            if (writer.checkError()) {
                throw new BadDataException("cannot write " + file + ": is the disk full?");
            }
            return reports;
        } catch (IOException e) {
            throw new BadDataException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
