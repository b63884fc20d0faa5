package io.fabrictwin.model.detection;

import java.time.Instant;
import java.util.List;

/** Writes times, and commands that try a change, as the command line reads them. */
public final class Suggestion {
    private static final long NS_IN_SECOND = 1_000_000_000;
    private static final long NS_IN_MILLISECOND = 1_000_000;

    private static final String SET = " --set ";

    private Suggestion() {}

    /**
     * A fork of the incident so far.
     *
     * @param settings changes as {@code KEY=VALUE}; never empty
     */
    public static String fork(long atNs, long untilNs, List<String> settings) {
        long milliseconds = Math.max(1, (untilNs - atNs) / NS_IN_MILLISECOND);
        StringBuilder command = new StringBuilder("fabric-twin fork --at ")
                .append(time(atNs))
                .append(" --window ")
                .append(milliseconds)
                .append("ms");
        settings.forEach(setting -> command.append(SET).append(setting));
        return command.toString();
    }

    /** The changes of a suggested fork, as {@code KEY=VALUE}; empty for another suggestion. */
    public static List<String> settings(String suggestion) {
        String[] parts = suggestion.split(SET, -1);
        return List.of(parts).subList(1, parts.length);
    }

    /** ISO-8601. */
    static String time(long ns) {
        return Instant.ofEpochSecond(Math.floorDiv(ns, NS_IN_SECOND), Math.floorMod(ns, NS_IN_SECOND))
                .toString();
    }
}
