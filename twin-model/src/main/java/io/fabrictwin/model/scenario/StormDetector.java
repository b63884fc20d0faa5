package io.fabrictwin.model.scenario;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.Storm;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds pause storms in counters: a switch port that faces a host and is held by pause frames, although a host of the
 * model takes in all that its line can bring. A NIC that cannot keep up looks the same and is run the same way. Per pause
 * one frame is received; so the period is the time between two frames, and the paused share is that of the counters.
 */
final class StormDetector {
    /** Samples that old tell of the present. */
    private static final long LOOK_BACK_NS = 20_000_000;
    /** Rates of frames within this factor of each other are one storm. */
    private static final double STEADY_FACTOR = 1.7;
    /** Fewer frames are an accident, not a storm. */
    private static final long LEAST_FRAMES = 4;

    private StormDetector() {}

    /** The storms at the base time, by the host that pauses its switch. */
    static SortedMap<DeviceId, Storm> storms(ForkState state, WorkloadWindow window, long baseTimeNs) {
        SortedMap<DeviceId, Storm> storms = new TreeMap<>();
        for (LinkId link : state.links.keySet()) {
            for (PortId port : List.of(link.a(), link.b())) {
                DeviceId host = link.opposite(port).device();
                if (state.switches.containsKey(port.device()) && state.hosts.containsKey(host)) {
                    Storm storm = storm(window.counters(port), baseTimeNs);
                    if (storm != null) {
                        storms.put(host, storm);
                    }
                }
            }
        }
        return storms;
    }

    private static @Nullable Storm storm(SortedMap<Long, SortedMap<String, Long>> samples, long baseTimeNs) {
        SortedMap<Long, SortedMap<String, Long>> past = samples.headMap(baseTimeNs + 1);
        if (past.isEmpty()) {
            return null;
        }
        long lastNs = past.lastKey();
        SortedMap<Long, SortedMap<String, Long>> near = steadyEnd(past.tailMap(lastNs - LOOK_BACK_NS));
        long firstNs = near.firstKey();
        Long frames = increase(near, firstNs, lastNs, CounterName.PFC_RX_FRAMES);
        Long pausedNs = increase(near, firstNs, lastNs, CounterName.PFC_RX_PAUSED_NS);
        if (frames == null || pausedNs == null || frames < LEAST_FRAMES || pausedNs <= 0) {
            return null;
        }
        long periodNs = (lastNs - firstNs) / frames;
        long pauseNs = Math.min(periodNs, pausedNs / frames);
        if (pauseNs <= 0) {
            return null;
        }
        return new Storm(periodNs, pauseNs, firstPauseNs(near, periodNs, pauseNs, baseTimeNs));
    }

    /** The newest samples between which frames come at about the rate of the last two: what began earlier is left out. */
    private static SortedMap<Long, SortedMap<String, Long>> steadyEnd(
            SortedMap<Long, SortedMap<String, Long>> samples) {
        List<Long> timesNs = List.copyOf(samples.keySet());
        int last = timesNs.size() - 1;
        double usual = Double.NaN;
        int first = last;
        while (first > 0) {
            long fromNs = timesNs.get(first - 1);
            long toNs = timesNs.get(first);
            Long frames = increase(samples, fromNs, toNs, CounterName.PFC_RX_FRAMES);
            double rate = frames == null ? 0 : (double) frames / (toNs - fromNs);
            if (rate <= 0 || rate < usual / STEADY_FACTOR || rate > usual * STEADY_FACTOR) {
                break;
            }
            usual = Double.isNaN(usual) ? rate : usual;
            first--;
        }
        return samples.tailMap(timesNs.get(first));
    }

    private static @Nullable Long increase(
            SortedMap<Long, SortedMap<String, Long>> samples, long fromNs, long toNs, String counter) {
        Map<String, Long> from = samples.get(fromNs);
        Map<String, Long> to = samples.get(toNs);
        Long before = from == null ? null : from.get(counter);
        Long after = to == null ? null : to.get(counter);
        return before == null || after == null || after < before ? null : (Long) (after - before);
    }

    /**
     * Begin of a pause relative to the base time, not after it: in a sample that saw a new frame but less than a whole
     * pause since the sample before, the pause was under way and had lasted for what it had added.
     */
    private static long firstPauseNs(
            SortedMap<Long, SortedMap<String, Long>> near, long periodNs, long pauseNs, long baseTimeNs) {
        long sampleNs = near.lastKey();
        Long total = required(near, sampleNs).get(CounterName.PFC_RX_PAUSED_NS);
        Long frames = required(near, sampleNs).get(CounterName.PFC_RX_FRAMES);
        long beganNs = sampleNs;
        if (total != null && frames != null && frames > 0) {
            long partNs = Math.max(0, Math.min(pauseNs, total - (frames - 1) * pauseNs));
            beganNs = sampleNs - partNs;
        }
        return Math.floorMod(beganNs - baseTimeNs, periodNs) - periodNs;
    }

    private static Map<String, Long> required(SortedMap<Long, SortedMap<String, Long>> samples, long timeNs) {
        Map<String, Long> counters = samples.get(timeNs);
        if (counters == null) {
            throw new IllegalStateException("no sample at " + timeNs);
        }
        return counters;
    }
}
