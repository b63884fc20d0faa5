package io.fabrictwin.model.incident;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.id.PortId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a record does not tell of a span. */
final class TelemetryGaps {
    /** Times the usual interval between two samples; one or two may be lost on their way. */
    private static final double LEAST_INTERVALS = 5;

    private static final int MOST_LINES = 3;

    private TelemetryGaps() {}

    /** One line each; empty where the ports were told of throughout. */
    static List<String> of(Windows windows, Set<PortId> ports, long fromNs, long toNs) {
        List<String> gaps = new ArrayList<>();
        int silent = 0;
        int broken = 0;
        for (PortId port : ports) {
            List<CounterSample> samples = windows.counters().getOrDefault(port, List.of());
            if (samples.size() < 2) {
                silent++;
                continue;
            }
            long[] intervals = new long[samples.size() - 1];
            for (int later = 1; later < samples.size(); later++) {
                intervals[later - 1] = samples.get(later).eventTimeNs()
                        - samples.get(later - 1).eventTimeNs();
            }
            long[] sorted = intervals.clone();
            Arrays.sort(sorted);
            double longestNs = LEAST_INTERVALS * sorted[sorted.length / 2];
            long lastNs = samples.get(0).eventTimeNs();
            String gap = lastNs > fromNs + longestNs ? gap(port, fromNs, Math.min(lastNs, toNs)) : "";
            for (CounterSample sample : samples) {
                if (sample.eventTimeNs() - lastNs > longestNs && sample.eventTimeNs() > fromNs && lastNs < toNs) {
                    gap = gap(port, lastNs, sample.eventTimeNs());
                }
                lastNs = sample.eventTimeNs();
            }
            if (toNs - lastNs > longestNs) {
                gap = gap(port, lastNs, toNs);
            }
            if (!gap.isEmpty()) {
                broken++;
                if (broken <= MOST_LINES) {
                    gaps.add(gap);
                }
            }
        }
        if (broken > MOST_LINES) {
            gaps.add("and so of " + (broken - MOST_LINES) + " ports more");
        }
        if (silent > 0) {
            gaps.add("no counters of " + silent + " of " + ports.size() + " ports on the job's ways were told");
        }
        return gaps;
    }

    private static String gap(PortId port, long fromNs, long toNs) {
        return String.format(
                Locale.ROOT,
                "no counters of %s for %.3f ms from %s on",
                port,
                (toNs - fromNs) / 1e6,
                Instant.EPOCH.plusNanos(fromNs));
    }
}
