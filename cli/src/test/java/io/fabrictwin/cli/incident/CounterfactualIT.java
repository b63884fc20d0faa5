package io.fabrictwin.cli.incident;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.embedded.DataFolder;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An incident found in a log, and run once more without its cause, from Kafka on Flink. */
class CounterfactualIT {
    private static final String STORM =
            Path.of("src", "test", "resources", "recordings", "storm").toString();

    @TempDir
    private static Path temporary;

    private static String data = "";
    private static String id = "";
    private static double healthyStepNs;
    private static List<AutoCloseable> running = List.of();

    @BeforeAll
    static void findTheIncident() {
        data = temporary.resolve("data").toString();
        DataFolder folder = DataFolder.open(Path.of(data));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.brokerDirectory());
        folder.publishEndpoint(broker.bootstrap());
        running = List.of(broker, folder);
        Run.fine("ingest", "lab-recording", STORM, "--fabric", "lab", "--at", "2026-01-01T00:00:00Z", "--data", data);
        JsonNode report = Run.fine("incident", "-o", "json", "--data", data).json();
        id = report.get("id").textValue();
        healthyStepNs = report.get("healthyStepNs").doubleValue();
    }

    @AfterAll
    static void stop() throws Exception {
        for (AutoCloseable part : running) {
            part.close();
        }
    }

    private static String[] onData(String... arguments) {
        return Run.onData(data, arguments);
    }

    @Test
    void withoutItsCauseTheSlowStepsTakeWhatHealthyOnesDid() {
        JsonNode otherwise =
                Run.fine(onData("fork", "--incident", id, "-o", "json")).json();

        assertThat(otherwise.get("incident").textValue()).isEqualTo(id);
        assertThat(otherwise.get("changes").get(0).textValue()).isEqualTo("pause-storm@h1=off");
        JsonNode job = otherwise.get("jobs").get(0);
        assertThat(job.get("verdict").textValue()).isEqualTo("faster");
        JsonNode steps = otherwise.get("steps");
        assertThat(steps).isNotEmpty();
        for (JsonNode step : steps) {
            assertThat(step.get("recordedStepTimeNs").doubleValue()).isGreaterThan(1.3 * healthyStepNs);
            assertThat(step.get("forecastStepTimeNs").doubleValue())
                    .isBetween(0.9 * healthyStepNs, 1.1 * healthyStepNs);
        }
    }

    @Test
    void withAChangeThatDoesNotTouchTheCauseNothingIsWon() {
        JsonNode otherwise = Run.fine(onData("fork", "--incident", id, "--set", "ecn-kmin=200KB", "-o", "json"))
                .json();

        assertThat(otherwise.get("jobs").get(0).get("verdict").textValue()).isEqualTo("no material change");
        Run.refused(
                ExitCodes.WRONG_USAGE,
                "--incident has its own time",
                onData("fork", "--incident", id, "--at", "-1h", "--window", "1s"));
    }
}
