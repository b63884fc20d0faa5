package io.fabrictwin.cli.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes found in a log, forecast as of then on Flink, scored by what came, and told beside the next forecast. */
class BackTestIT {
    private static final String STORM =
            Path.of("src", "test", "resources", "recordings", "storm").toString();
    private static final long BEGIN_NS = 1_767_225_600_000_000_000L;
    /** When the last step of the recording ends. */
    private static final long CHANGED_NS = BEGIN_NS + 12_086_411;

    private static final String CHANGED = "2026-01-01T00:00:00.012086411Z";
    /** What the steps take that are told after it. */
    private static final long STEP_NS = 1_550_000;

    @TempDir
    private Path temporary;

    @Test
    void aChangeOfThePastIsScoredAndItsScoreStandsBesideTheNextForecast() throws IOException {
        String data = temporary.resolve("data").toString();
        List<String> events = new ArrayList<>();
        events.add("{\"type\": \"EcnProfileSet\", \"eventTime\": \"" + CHANGED + "\", \"device\": \"leaf0\","
                + " \"kminBytes\": 200000, \"kmaxBytes\": 800000}");
        for (int step = 0; step < 3; step++) {
            long startNs = CHANGED_NS + step * STEP_NS;
            events.add(String.format(
                    Locale.ROOT,
                    "{\"type\": \"StepCompleted\", \"eventTime\": \"%s\", \"job\": \"job0\", \"step\": %d,"
                            + " \"startNs\": %d, \"endNs\": %d}",
                    Instant.EPOCH.plusNanos(startNs + STEP_NS),
                    6 + step,
                    startNs,
                    startNs + STEP_NS));
        }
        Path later = Files.write(temporary.resolve("later.jsonl"), events);
        try (DataFolder folder = DataFolder.open(Path.of(data));
                EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory())) {
            folder.publishEndpoint(broker.bootstrap());
            Run.fine(Run.onData(
                    data, "ingest", "lab-recording", STORM, "--fabric", "lab", "--at", "2026-01-01T00:00:00Z"));
            Run.fine(Run.onData(data, "ingest", "events", later.toString(), "--fabric", "lab"));
            String[] fork = Run.onData(
                    data, "fork", "--at", "1767225600.007593408", "--window", "4493us", "--set", "ecn-kmin=300KB");
            assertThat(Run.fine(fork).out()).contains("no past change of this kind (set-ecn) was back-tested");

            JsonNode told = Run.fine(Run.onData(data, "backtest", "-o", "json")).json();

            assertThat(told.get("unscored")).isEmpty();
            JsonNode score = told.get("scores").get(0);
            assertThat(told.get("scores")).hasSize(1);
            assertThat(score.get("time").textValue()).isEqualTo(CHANGED);
            assertThat(score.get("job").textValue()).isEqualTo("job0");
            assertThat(score.get("change").textValue()).isEqualTo("ecn-kmax@leaf0=800KB ecn-kmin@leaf0=200KB");
            assertThat(score.get("beforeNs").doubleValue()).isCloseTo((12_086_411 - 3_095_433) / 4.0, within(1.0));
            assertThat(score.get("afterNs").doubleValue()).isEqualTo(STEP_NS);
            // The pause storm ended with the change, but not through it: nobody could have foreseen that.
            assertThat(score.get("verdict").textValue()).isEqualTo("no material change");
            assertThat(score.get("right").textValue()).isEqualTo("no");
            JsonNode all = told.get("accuracy").get(0);
            assertThat(all.get("scored").intValue()).isEqualTo(1);
            assertThat(all.get("held").textValue()).isEqualTo("0 of 1");

            assertThat(Run.fine(fork).out()).contains("1 past change of this kind (set-ecn)", "interval held 0 of 1");
        }
    }
}
