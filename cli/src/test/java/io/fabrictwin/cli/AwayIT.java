package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that is away and a port that is taken: one line that says what to do. */
class AwayIT {
    @TempDir
    private Path data;

    @Test
    void aBrokerThatIsAway() {
        Run run = Run.refused(
                ExitCodes.UNREACHABLE,
                "no answer from the broker at 127.0.0.1:1; is it running, and is the address right?",
                "ingest",
                "events",
                Path.of("src", "test", "resources", "events", "five-classes.jsonl")
                        .toString(),
                "--bootstrap",
                "127.0.0.1:1");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Run run = Run.refused(
                    ExitCodes.UNREACHABLE,
                    "cannot listen on 127.0.0.1:" + taken.getLocalPort() + ", it is taken",
                    "up",
                    "--port",
                    String.valueOf(taken.getLocalPort()),
                    "--data",
                    data.toString());
            assertThat(run.out()).isEmpty();
        }
        Run.refused(ExitCodes.WRONG_USAGE, "the log holds no events yet", "show", "frame", "--data", data.toString());
    }
}
