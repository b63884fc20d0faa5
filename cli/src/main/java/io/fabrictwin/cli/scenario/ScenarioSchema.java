package io.fabrictwin.cli.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of scenario files, for editors and pipelines. */
public final class ScenarioSchema {
    private static final String RESOURCE = "scenario.schema.json";

    private ScenarioSchema() {}

    public static String text() {
        try (InputStream in = ScenarioSchema.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing in the build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
