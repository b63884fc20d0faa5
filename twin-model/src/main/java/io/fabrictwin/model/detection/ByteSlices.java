package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What went over several ways in slices of time as long as a job's step: within one, work repeats itself. */
final class ByteSlices {
    /** Slices that are looked at, of those the newest. */
    private static final int MOST_SLICES = 500;

    /** Bytes sent over each way in a slice of time. */
    record Slice(long fromNs, long toNs, List<Double> bytes) {
        double sum() {
            return bytes.stream().mapToDouble(Double::doubleValue).sum();
        }

        /** How many ways carry it: n where n carry the same, 1 where one carries all. */
        double waysInUse() {
            double squares = bytes.stream().mapToDouble(own -> own * own).sum();
            return sum() * sum() / squares;
        }
    }

    private ByteSlices() {}

    /** The longest usual step of a job, ns; 0: none is known. */
    static long lengthNs(Context context) {
        long longestNs = 0;
        for (List<StepSample> steps : context.windows().steps().values()) {
            List<Long> timesNs = steps.stream()
                    .filter(step -> step.durationNs().isPresent())
                    .map(step -> step.durationNs().orElseThrow())
                    .toList();
            longestNs = Math.max(longestNs, Math.round(Medians.of(timesNs)));
        }
        return longestNs;
    }

    /**
     * Slices in order of time; those in which nothing was sent, or a port's counter is not known, are left out.
     *
     * @param ways ports of each way
     */
    static List<Slice> of(Context context, List<List<PortId>> ways, long lengthNs) {
        long firstNs = Long.MAX_VALUE;
        long lastNs = Long.MIN_VALUE;
        for (List<PortId> way : ways) {
            for (PortId port : way) {
                List<CounterSample> samples = context.windows().counters().getOrDefault(port, List.of());
                if (!samples.isEmpty()) {
                    firstNs = Math.min(firstNs, samples.get(0).eventTimeNs());
                    lastNs = Math.max(lastNs, samples.get(samples.size() - 1).eventTimeNs());
                }
            }
        }
        List<Slice> slices = new ArrayList<>();
        for (long fromNs = Math.max(firstNs, lastNs - MOST_SLICES * lengthNs);
                firstNs < lastNs && fromNs + lengthNs <= lastNs;
                fromNs += lengthNs) {
            Slice slice = slice(context, ways, fromNs, fromNs + lengthNs);
            if (slice != null && slice.sum() > 0) {
                slices.add(slice);
            }
        }
        return slices;
    }

    private static @Nullable Slice slice(Context context, List<List<PortId>> ways, long fromNs, long toNs) {
        List<Double> bytes = new ArrayList<>();
        for (List<PortId> way : ways) {
            double sum = 0;
            for (PortId port : way) {
                Double own = context.windows().increase(port, CounterName.TX_BYTES, fromNs, toNs);
                if (own == null) {
                    return null;
                }
                sum += own;
            }
            bytes.add(sum);
        }
        return new Slice(fromNs, toNs, bytes);
    }
}
