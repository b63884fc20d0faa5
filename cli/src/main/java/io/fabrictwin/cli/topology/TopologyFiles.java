package io.fabrictwin.cli.topology;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.topology.Cabling;
import io.fabrictwin.ingest.topology.Problem;
import io.fabrictwin.ingest.topology.TooLargeException;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads files as cabling, each by its content or all in one format. */
final class TopologyFiles {
    /** A broken file has as many as it has lines; more tell a person nothing. */
    private static final int MAX_REJECTIONS = 1_000;

    private final List<Problem> rejections = new ArrayList<>();
    private long rejectionCount;

    /** The cabling that files tell of. */
    Cabling read(List<Path> files, String format) {
        Cabling cabling = new Cabling();
        try {
            read(files, format, cabling::take);
        } catch (TooLargeException e) {
            throw new BadDataException(named(files) + ": " + e.getMessage(), e);
        }
        if (cabling.devices().isEmpty() && cabling.placements().isEmpty()) {
            throw new BadDataException(named(files) + ": it tells of no device, cable or placement");
        }
        return cabling;
    }

    /** Hands all events of files to the consumer. */
    List<FileReport> read(List<Path> files, String format, Consumer<FabricEvent> consumer) {
        List<FileReport> reports = new Ingestion(Clock.systemUTC())
                .inMemory(
                        choice(format),
                        files,
                        new IngestOptions(new FabricId("fabric"), null),
                        consumer,
                        new IngestListener() {
                            @Override
                            public void rejected(String file, String place, RejectCode code, String reason) {
                                rejectionCount++;
                                if (rejections.size() < MAX_REJECTIONS) {
                                    rejections.add(new Problem("not-understood", file + " " + place, reason));
                                }
                            }
                        });
        for (FileReport report : reports) {
            String reason = report.reason();
            if (reason != null && report.accepted() == 0) {
                throw new BadDataException(reason.startsWith(report.file()) ? reason : report.file() + ": " + reason);
            }
        }
        return reports;
    }

    /** Records that were not understood, such as cables with one end. */
    List<Problem> rejections() {
        return rejections;
    }

    /** How many there were, also those beyond the list. */
    long rejectionCount() {
        return rejectionCount;
    }

    static FormatChoice choice(String format) {
        return FormatChoice.named(format)
                .orElseThrow(() -> new WrongUsageException(
                        "format '" + format + "' is unknown; 'fabric-twin ingest --list' shows all"));
    }

    private static String named(List<Path> files) {
        return String.join(", ", files.stream().map(Path::toString).toList());
    }
}
