package io.fabrictwin.cli.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.UnreachableException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path root;

    @Test
    void oneHolderAtATime() {
        try (DataFolder held = DataFolder.open(root)) {
            held.publishEndpoint("127.0.0.1:9092");
            assertThatThrownBy(() -> DataFolder.open(root))
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("another process holds the data folder");
            assertThat(DataFolder.endpoint(root)).hasValue("127.0.0.1:9092");
        }
        assertThat(DataFolder.endpoint(root)).isEmpty();
        DataFolder.open(root).close();
    }

    @Test
    void anEndpointLeftBehindByADeadProcessIsNotBelieved() throws Exception {
        DataFolder.open(root).close();
        Files.writeString(root.resolve("endpoint"), "127.0.0.1:9092\n");
        assertThat(DataFolder.endpoint(root)).isEmpty();
    }

    @Test
    void anotherLayoutIsRefused() throws Exception {
        Files.writeString(root.resolve("version"), "0\n");
        assertThatThrownBy(() -> DataFolder.open(root))
                .isInstanceOf(BadDataException.class)
                .hasMessageContaining("has layout 0, this build reads layout 1");
    }
}
