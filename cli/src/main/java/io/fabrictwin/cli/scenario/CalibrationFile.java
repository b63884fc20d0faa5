package io.fabrictwin.cli.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.calibration.PastChanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Past changes with what was forecast and what came: a JSON list of {@code {"change": "set-ecn", "predictedLogRatio": -0.12,
 * "observedLogRatio": -0.09, "spread": 0.03}}. Ratios are of mean step times, after over before. The spread is the forecast's
 * own, ln(high / low) / 3.29; without it that of a forecast is taken of which nothing but the ratio is known.
 */
final class CalibrationFile {
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final Set<String> FIELDS = Set.of("change", "predictedLogRatio", "observedLogRatio", "spread");

    private CalibrationFile() {}

    /** Reads the file strictly: what does not fit is named and refused. */
    static PastChanges read(Path file) {
        JsonNode root;
        try {
            root = JSON.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new BadDataException(file + " is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new BadDataException("cannot read " + file + ": " + e, e);
        }
        if (!root.isArray() || root.isEmpty()) {
            throw new BadDataException(file + ": there must be a list of past changes, one at least");
        }
        List<PastChange> changes = new ArrayList<>();
        for (JsonNode node : root) {
            try {
                changes.add(change(node));
            } catch (IllegalArgumentException e) {
                throw new BadDataException(file + ": change " + (changes.size() + 1) + ": " + e.getMessage(), e);
            }
        }
        return new PastChanges(changes);
    }

    private static PastChange change(JsonNode node) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("there must be an object, not " + node);
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!FIELDS.contains(name)) {
                throw new IllegalArgumentException("unknown field '" + name + "'");
            }
        });
        JsonNode kind = node.get("change");
        if (kind == null || !kind.isTextual()) {
            throw new IllegalArgumentException("field 'change' is not a text such as \"set-ecn\"");
        }
        double predicted = number(node, "predictedLogRatio");
        return PastChange.of(
                kind.textValue(),
                predicted,
                number(node, "observedLogRatio"),
                node.has("spread") ? (Double) number(node, "spread") : null);
    }

    private static double number(JsonNode node, String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isNumber()) {
            throw new IllegalArgumentException("field '" + field + "' is not a number");
        }
        return value.doubleValue();
    }
}
