package io.fabrictwin.cli.form;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.fabrictwin.cli.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** Forms in YAML. */
public final class Yaml {
    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            // "off" is a word here, as it is on a command line
            .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
            .build();

    private Yaml() {}

    /** What a file describes; fields that {@code reader} does not ask for are refused, and complaints name the file. */
    public static <T> T read(Path file, Function<Fields, T> reader) {
        JsonNode root;
        Places places;
        try {
            byte[] bytes = Files.readAllBytes(file);
            root = MAPPER.readTree(bytes);
            try (JsonParser parser = MAPPER.createParser(bytes)) {
                places = Places.of(parser);
            }
        } catch (NoSuchFileException missing) {
            throw new BadDataException(file + ": no such file", missing);
        } catch (JsonProcessingException broken) {
            int line = broken.getLocation() == null ? 1 : broken.getLocation().getLineNr();
            String reason = String.valueOf(broken.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new BadDataException(file + " line " + line + ": no YAML: " + reason, broken);
        } catch (IOException unreadable) {
            throw new BadDataException(file + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
        try {
            Fields fields = new Fields("", root, places);
            return fields.build(() -> reader.apply(fields));
        } catch (BadDataException bad) {
            throw new BadDataException(file + ": " + bad.getMessage(), bad);
        }
    }
}
