package io.fabrictwin.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs on a Flink cluster of other processes. */
class FlinkClusterIT {
    private static final String MINIATURE =
            Path.of("src", "test", "resources", "recordings", "storm").toString();

    @TempDir
    private static Path directory;

    private static ProcessCluster cluster;

    @TempDir
    private Path data;

    @BeforeAll
    static void start() {
        cluster = ProcessCluster.start(directory, 2);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void answersAsTheClusterInThisProcessDoesOnAllSlots() {
        String inMemory =
                Run.fine("fork", "-o", "json", "--recording", MINIATURE).out();

        String forked = Run.fine(
                        "fork",
                        "-o",
                        "json",
                        "--recording",
                        MINIATURE,
                        "--through-kafka",
                        "--data",
                        data.toString(),
                        "--flink",
                        cluster.address())
                .out();
        assertThat(forked).isEqualTo(inMemory);
        String replayed = Run.fine("replay", "-o", "json", "--data", data.toString(), "--flink", cluster.address())
                .out();
        assertThat(replayed)
                .isEqualTo(Run.fine("replay", "-o", "json", "--data", data.toString())
                        .out());

        for (JsonNode job : cluster.get("jobs/overview").get("jobs")) {
            for (JsonNode vertex :
                    cluster.get("jobs/" + job.get("jid").asText()).get("vertices")) {
                if (vertex.get("name").asText().contains("fold")
                        || vertex.get("name").asText().contains("merge")) {
                    assertThat(vertex.get("parallelism").intValue()).isEqualTo(2);
                }
            }
        }
    }

    @Test
    void saysInOneLineThatNoClusterAnswers() throws Exception {
        String refusal = "no Flink cluster answers at localhost:1; is it running, and is this its REST address?";
        Run.refused(ExitCodes.UNREACHABLE, refusal, "replay", "--data", data.toString(), "--flink", "localhost:1");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run.refused(
                    ExitCodes.UNREACHABLE,
                    "no Flink cluster answers",
                    "replay",
                    "--data",
                    data.toString(),
                    "--flink",
                    "localhost:" + silent.getLocalPort());
        }
        Run.refused(ExitCodes.WRONG_USAGE, "'nowhere' is not HOST:PORT", "replay", "--flink", "nowhere");
    }
}
