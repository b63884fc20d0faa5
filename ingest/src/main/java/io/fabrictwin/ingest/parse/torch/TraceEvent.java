package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the events of a profiler's trace are, and their fields. */
final class TraceEvent {
    private static final Pattern STEP = Pattern.compile("ProfilerStep#(\\d{1,12})");
    private static final double NS_PER_US = 1e3;

    private TraceEvent() {}

    /** Whether a collective library's kernel ran on the GPU. */
    static boolean isCollectiveKernel(JsonNode event) {
        if (!event.path("cat").asText("").equalsIgnoreCase("kernel")) {
            return false;
        }
        String name = event.path("name").asText("").toLowerCase(Locale.ROOT);
        return name.contains("nccl") || name.contains("msccl");
    }

    /** Whether the host says what a collective is about. */
    static boolean isCollectiveCall(JsonNode event) {
        return event.path("name").asText("").equals("record_param_comms");
    }

    /** Whether it is the host's range around a collective, named by backend and operation. */
    static boolean isCollectiveRange(JsonNode event) {
        String name = event.path("name").asText("");
        return (name.startsWith("nccl:") || name.startsWith("c10d::"))
                && !event.path("cat").asText("").startsWith("gpu");
    }

    /** Whether the host started something on the GPU. */
    static boolean isLaunch(JsonNode event) {
        String category = event.path("cat").asText("").toLowerCase(Locale.ROOT);
        return category.endsWith("runtime") || category.endsWith("driver");
    }

    /** The step that a host's range is about; null: it is none. */
    static @Nullable Long step(JsonNode event) {
        if (event.path("cat").asText("").startsWith("gpu")) {
            return null;
        }
        Matcher step = STEP.matcher(event.path("name").asText(""));
        return step.matches() ? Long.valueOf(step.group(1)) : null;
    }

    /** A number that joins events: {@code correlation}, {@code External id}; null: it has none. */
    static @Nullable Long identity(JsonNode event, String field) {
        JsonNode value = event.path("args").path(field);
        return value.canConvertToLong() && value.isIntegralNumber() ? Long.valueOf(value.longValue()) : null;
    }

    /** A time in ns; null: the field is none. */
    static @Nullable Long ns(JsonNode us) {
        if (us.isIntegralNumber() && us.canConvertToLong() && Math.abs(us.longValue()) < Long.MAX_VALUE / 1000) {
            return us.longValue() * 1000;
        }
        double ns = us.isNumber() ? us.doubleValue() * NS_PER_US : Double.NaN;
        return Math.abs(ns) < Long.MAX_VALUE ? Long.valueOf(Math.round(ns)) : null;
    }
}
