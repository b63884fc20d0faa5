package io.fabrictwin.cli.history;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.replay.archive.Archiver;
import io.fabrictwin.replay.archive.Archiver.Archived;
import io.fabrictwin.replay.history.ArchiveState;
import io.fabrictwin.replay.history.Snapshots;
import io.fabrictwin.replay.source.ArchivedFile;
import io.fabrictwin.replay.source.HistoryRefusedException;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.replay.source.Manifest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code archive}. */
@Command(
        name = "archive",
        mixinStandardHelpOptions = true,
        description = "Copy what the log has taken in since the last time into files that outlive it.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin archive --to /archive               run it every hour: it goes on where it ended",
            "  fabric-twin archive --to /archive --check       look at every byte that is there",
            "  fabric-twin show ports --archive /archive --at 2026-03-01T12:00:00Z",
            "",
            "Files are of one partition and one hour of log-append time; manifest.json says what they hold."
        })
public final class ArchiveCommand implements Callable<Integer> {
    /** What an archive holds of one topic. */
    private record TopicRow(
            String topic,
            int partitions,
            long files,
            long records,
            long bytes,
            @Nullable Long firstEventNs,
            @Nullable Long lastEventNs) {}

    private static final List<Column<TopicRow>> COLUMNS = List.of(
            Column.text("topic", TopicRow::topic),
            Column.count("partitions", TopicRow::partitions),
            Column.count("files", TopicRow::files),
            Column.count("records", TopicRow::records),
            Column.count("bytes", TopicRow::bytes),
            Column.number("firstEventNs", "FIRST EVENT", TopicRow::firstEventNs, Units::instant),
            Column.number("lastEventNs", "LAST EVENT", TopicRow::lastEventNs, Units::instant));

    @Option(
            names = "--to",
            paramLabel = "DIR",
            description = "The archive's folder (default: archive in the data folder).")
    private @Nullable Path to;

    @Option(
            names = "--skip-lost",
            description = "Go on, with a gap, where the log has deleted what the archive does not have yet.")
    private boolean skipsLost;

    @Option(names = "--check", description = "Archive nothing: compare every file with its checksum.")
    private boolean checks;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path folder = to == null ? brokerOptions.data().resolve("archive") : to;
        print(folder, checks ? checked(folder) : archived(folder));
        return ExitCodes.FINE;
    }

    private static Archived checked(Path folder) {
        Manifest manifest = Manifest.read(folder)
                .orElseThrow(() -> new HistoryRefusedException("there is no archive in " + folder + " to check"));
        manifest.check(folder);
        return new Archived(manifest, 0, 0);
    }

    private Archived archived(Path folder) {
        try (BrokerOptions.Broker broker = brokerOptions.open();
                Progress progress = Progress.on(spec.commandLine().getErr())) {
            return Archiver.run(
                    new LogSource.Broker(broker.access()).cut(LogEnd.NOW),
                    folder,
                    skipsLost,
                    manifest -> ArchiveState.digests(folder, manifest, snapshots(folder)),
                    records -> progress.show(String.format(Locale.ROOT, "%,d records archived", records)));
        }
    }

    private Snapshots snapshots(Path folder) {
        return new Snapshots(
                List.of(folder.resolve("snapshots")), spec.commandLine().getErr()::println);
    }

    private void print(Path folder, Archived archived) {
        PrintWriter out = spec.commandLine().getOut();
        List<TopicRow> rows = rows(archived.manifest());
        if (outputOptions.output() == Output.json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            object.put("folder", folder.toString());
            object.put("addedRecords", archived.records());
            object.put("addedFiles", archived.files());
            object.put("topics", Table.objects(rows, COLUMNS));
            object.put(
                    "gaps",
                    archived.manifest().gaps().stream().map(Object::toString).toList());
            object.put("digests", archived.manifest().digests());
            object.put("positions", Frames.positions(archived.manifest().end()));
            Table.printJson(out, object);
            return;
        }
        Table.print(out, outputOptions.output(), rows, COLUMNS, "the log holds nothing to archive yet");
        if (outputOptions.output() == Output.table) {
            out.println(
                    checks
                            ? "every file is as it was written"
                            : String.format(
                                    Locale.ROOT,
                                    "added %,d records in %,d files to %s",
                                    archived.records(),
                                    archived.files(),
                                    folder));
            SortedMap<String, String> digests = archived.manifest().digests();
            if (digests != null) {
                digests.forEach((fabric, digest) -> out.println("digest of " + fabric + "  " + digest));
            }
            archived.manifest().gaps().forEach(gap -> out.println("missing for ever: " + gap));
            out.flush();
        }
    }

    private static List<TopicRow> rows(Manifest manifest) {
        SortedMap<String, TopicRow> byTopic = new TreeMap<>();
        for (String topic : manifest.topicIds().keySet()) {
            List<ArchivedFile> files = manifest.files().stream()
                    .filter(file -> file.topic().equals(topic))
                    .toList();
            if (!files.isEmpty()) {
                byTopic.put(topic, row(topic, files));
            }
        }
        return List.copyOf(byTopic.values());
    }

    private static TopicRow row(String topic, List<ArchivedFile> files) {
        return new TopicRow(
                topic,
                (int) files.stream().map(ArchivedFile::partition).distinct().count(),
                files.size(),
                files.stream().mapToLong(ArchivedFile::records).sum(),
                files.stream().mapToLong(ArchivedFile::bytes).sum(),
                files.stream()
                        .map(ArchivedFile::firstEventNs)
                        .filter(Objects::nonNull)
                        .min(Long::compare)
                        .orElse(null),
                files.stream()
                        .map(ArchivedFile::lastEventNs)
                        .filter(Objects::nonNull)
                        .max(Long::compare)
                        .orElse(null));
    }
}
