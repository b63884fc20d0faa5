package io.fabrictwin.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.Run;
import io.fabrictwin.schemas.BrokerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionFileTest {
    @TempDir
    private Path folder;

    @Test
    void theAddressOfTheCommandStandsAboveThatOfTheFile() throws IOException {
        Path file = file("bootstrap.servers=kafka:9093\nsecurity.protocol=SASL_SSL\n# a comment\n");
        BrokerAccess access = ConnectionFile.read(file, null);
        assertThat(access.bootstrap()).isEqualTo("kafka:9093");
        assertThat(access.settings()).isEqualTo(Map.of("security.protocol", "SASL_SSL"));
        assertThat(ConnectionFile.read(file, "other:9093").bootstrap()).isEqualTo("other:9093");
    }

    @Test
    void aPasswordIsNotTold() throws IOException {
        BrokerAccess access =
                ConnectionFile.read(file("bootstrap.servers=kafka:9093\nssl.truststore.password=sesame\n"), null);
        assertThat(access).hasToString("kafka:9093");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            security.protocl=SSL  | has 'security.protocl', which does not say how to connect: keep to security.protocol, ssl.*, sasl.* and the like; did you mean 'security.protocol'?
            group.id=mine         | has 'group.id', which does not say how to connect
            client.id=mine        | has 'client.id', which does not say how to connect
            retries=many          | Invalid value many for configuration retries
            security.protocol=TLS | Invalid value
            ssl.protocol=TLS      | has no bootstrap.servers: add it, or name the broker with --bootstrap
            """)
    void whatIsWrongIsTold(String line, String told) throws IOException {
        Path file = file(line + (told.startsWith("has no") ? "" : "\nbootstrap.servers=kafka:9092\n"));
        assertThatThrownBy(() -> ConnectionFile.read(file, null))
                .isInstanceOf(BadDataException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(told);
    }

    @Test
    void everyVerbTellsOfAFileThatIsNotThere() {
        for (String verb : new String[] {"show frame", "topics plan", "replay", "worker", "up --port 0"}) {
            Run.refused(
                    ExitCodes.BAD_DATA,
                    "there is no file nowhere.properties of Kafka client settings (--kafka-config)",
                    (verb + " --kafka-config nowhere.properties").split(" ", -1));
        }
    }

    @Test
    void aStoreThatIsNotThereIsToldBeforeAnythingIsAsked() throws IOException {
        Path file = file("bootstrap.servers=127.0.0.1:1\nsecurity.protocol=SSL\nssl.truststore.location=nowhere.p12\n");
        Run.refused(ExitCodes.UNREACHABLE, "nowhere.p12", "topics", "plan", "--kafka-config", file.toString());
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("client.properties"), text);
    }
}
