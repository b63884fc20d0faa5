package io.fabrictwin.cli.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ingest, Kafka and Flink give the bytes that the plain fold gives. */
class ThroughKafkaIT {
    private static final Path RECORDINGS = Path.of("..", "..", "shared", "reference", "recordings");
    private static final Path MINIATURE = Path.of("src", "test", "resources", "recordings", "storm");
    /** The second has two jobs. */
    private static final List<String> CASES = List.of("rec-39", "rec-44");

    @TempDir
    private Path data;

    @Test
    void theWholeRoadGivesTheSameBytes() {
        List<String> fork = new ArrayList<>(List.of("fork", "-o", "json", "--recording", MINIATURE.toString()));
        CASES.stream()
                .map(RECORDINGS::resolve)
                .filter(Files::exists)
                .map(Path::toString)
                .forEach(fork::add);
        String inMemory = Run.fine(fork.toArray(String[]::new)).out();

        fork.addAll(List.of("--through-kafka", "--data", data.toString()));
        assertThat(Run.fine(fork.toArray(String[]::new)).out()).isEqualTo(inMemory);
    }
}
