package io.fabrictwin.ingest.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The recordings that lie beside the repository, where there are any: every row is taken. */
class SharedRecordingsTest {
    private static final Path RECORDINGS = Path.of("..", "..", "shared", "reference", "recordings");

    @Test
    void everyRowOfEveryRecordingIsTaken() throws IOException {
        for (Path recording : recordings()) {
            Counts counts = new Counts();
            LabRecording format = new LabRecording();
            format.parse(FileInput.of(format, recording, new FabricId("lab"), 0L, 0), counts);
            assertThat(counts.rejected).as(recording.toString()).isEmpty();
            assertThat(counts.ignored).as(recording.toString()).isEqualTo(1);
            assertThat(counts.events).as(recording.toString()).isGreaterThan(counts.accepted);
        }
    }

    private static List<Path> recordings() throws IOException {
        if (!Files.isDirectory(RECORDINGS)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(RECORDINGS)) {
            return folders.filter(folder -> Files.exists(folder.resolve("nodes.csv")))
                    .sorted()
                    .toList();
        }
    }

    private static final class Counts implements Sink {
        private long accepted;
        private long events;
        private long ignored;
        private final List<String> rejected = new ArrayList<>();

        @Override
        public void accepted(long record, Place place, List<? extends FabricEvent> made) {
            accepted++;
            events += made.size();
        }

        @Override
        public void ignored(long record, Place place) {
            ignored++;
        }

        @Override
        public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
            rejected.add(place.inWords() + ": " + reason);
        }
    }
}
