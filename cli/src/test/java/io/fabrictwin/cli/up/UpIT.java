package io.fabrictwin.cli.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.FabricTwin;
import io.fabrictwin.cli.flink.JavaProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live twin that cannot begin ends, and does not wait to be stopped. */
class UpIT {
    @TempDir
    private Path directory;

    @Test
    void whatIsWrongWithAnOptionEndsTheProcess() throws IOException {
        String data = directory.resolve("data").toString();
        Path token = Files.writeString(directory.resolve("token"), "short");
        assertEnds(ExitCodes.WRONG_USAGE, "--standbys -1 is not possible", "--data", data, "--standbys", "-1");
        assertEnds(ExitCodes.BAD_DATA, "holds 5 characters", "--data", data, "--token-file", token.toString());
        assertEnds(ExitCodes.UNREACHABLE, "it is not a folder", "--data", token.toString());
    }

    private void assertEnds(int exitCode, String reason, String... options) {
        List<String> arguments = new ArrayList<>(List.of("up"));
        arguments.addAll(List.of(options));
        try (JavaProcess process = JavaProcess.start(
                directory.resolve("up.out"),
                JavaProcess.classPath(entry -> true),
                List.of(),
                FabricTwin.class.getName(),
                arguments)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> !process.isAlive());
            assertThat(process.err()).contains(reason);
            assertThat(process.exitCode()).isEqualTo(exitCode);
        }
    }
}
