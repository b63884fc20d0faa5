package io.fabrictwin.cli.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestCommandTest {
    private static final String EVENT = """
            {"type":"DeviceDiscovered","fabric":"fabric","eventTime":"2026-01-01T00:00:00Z","device":"%s","kind":"SWITCH"}
            """;

    @TempDir
    private Path folder;

    @Test
    void aFolderStandsForItsFilesInOrderOfName() throws IOException {
        Files.writeString(folder.resolve("b.jsonl"), EVENT.replace("%s", "leaf1"));
        Files.writeString(folder.resolve("a.jsonl"), EVENT.replace("%s", "leaf0"));

        JsonNode reports = new ObjectMapper()
                .readTree(Run.fine("ingest", "events", folder.toString(), "--dry-run", "-o", "json")
                        .out());

        assertThat(reports).hasSize(2);
        assertThat(reports.get(0).get("file").textValue()).endsWith("a.jsonl");
        assertThat(reports.get(0).get("accepted").intValue()).isEqualTo(1);
        assertThat(reports.get(1).get("file").textValue()).endsWith("b.jsonl");
    }
}
