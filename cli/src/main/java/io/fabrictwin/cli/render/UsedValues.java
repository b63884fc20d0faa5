package io.fabrictwin.cli.render;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What forecasts rest on, as people and machines read it. */
public final class UsedValues {
    private UsedValues() {}

    /** One line: {@code "rests on: 5 measured, 1 fitted, 3 assumed (-o json lists them)"}. */
    public static String summary(List<UsedValue> values) {
        return summaryOf(List.of(values));
    }

    /** The same for several forecasts; what is said of all is said once. */
    public static String summaryOf(List<List<UsedValue>> forecasts) {
        return "rests on: "
                + forecasts.stream()
                        .map(values -> values.isEmpty() ? "nothing, as nothing could be run" : Status.count(values))
                        .distinct()
                        .collect(Collectors.joining("; "))
                + " (-o json lists them)";
    }

    /** Every value with where it comes from. */
    public static List<Map<String, String>> json(List<UsedValue> values) {
        return values.stream().map(UsedValues::json).toList();
    }

    private static Map<String, String> json(UsedValue value) {
        Map<String, String> object = new LinkedHashMap<>();
        object.put("name", value.name());
        object.put("value", value.value());
        object.put("status", value.status().word());
        object.put("source", value.source());
        return object;
    }
}
