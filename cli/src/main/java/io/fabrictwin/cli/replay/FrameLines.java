package io.fabrictwin.cli.replay;

import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Provenances;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.job.SteppedFrame;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Frames of a replay as they pass by, one a line. */
final class FrameLines {
    private static final int SHOWN_DIGEST_DIGITS = 12;
    /** Measurements, which are many, end in this; facts do not. */
    private static final String MEASUREMENT = "Observed";

    private FrameLines() {}

    static void print(PrintWriter out, Output output, SteppedFrame frame, Provenance provenance) {
        if (output == Output.json) {
            Table.printJsonLine(out, json(frame, provenance));
        } else {
            out.println(line(frame));
            out.flush();
        }
    }

    private static String line(SteppedFrame frame) {
        long events = frame.eventsByType().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        String facts = frame.eventsByType().entrySet().stream()
                .filter(entry -> !entry.getKey().endsWith(MEASUREMENT))
                .map(entry -> entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        return String.format(
                        Locale.ROOT,
                        "%-30s  %s  %,d events",
                        Units.instant(frame.timeNs()),
                        frame.frame().digest().substring(0, SHOWN_DIGEST_DIGITS),
                        events)
                + (facts.isEmpty() ? "" : ": " + facts)
                + steps(frame.completed());
    }

    private static String steps(List<StepCompleted> completed) {
        if (completed.isEmpty()) {
            return "";
        }
        long first = completed.get(0).step();
        long last = completed.get(completed.size() - 1).step();
        double meanNs = completed.stream()
                .mapToLong(step -> step.endNs() - step.startNs())
                .average()
                .orElse(0);
        return first == last
                ? "; step " + first + " took " + Units.duration(meanNs)
                : "; steps " + first + " to " + last + " took " + Units.duration(meanNs) + " in the mean";
    }

    private static Map<String, @Nullable Object> json(SteppedFrame frame, Provenance provenance) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("timeNs", frame.timeNs());
        object.putAll(Frames.json(frame.frame()));
        object.put("eventsByType", frame.eventsByType());
        object.put(
                "steps",
                frame.completed().stream()
                        .map(step -> Map.of("step", step.step(), "startNs", step.startNs(), "endNs", step.endNs()))
                        .toList());
        Map<String, @Nullable Object> ofFrame = new LinkedHashMap<>(Provenances.json(provenance));
        ofFrame.put("toNs", frame.timeNs());
        object.put("provenance", ofFrame);
        return object;
    }
}
