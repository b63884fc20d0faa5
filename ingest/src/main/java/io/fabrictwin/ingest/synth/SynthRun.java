package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Runs a synthetic cluster of any size and tells its events as a real one would emit them. A small one is run with all its
 * queues; a large one at steady rates, with queues where flows contend.
 */
public final class SynthRun {
    private SynthRun() {}

    /** The fabric that the events of a run are about. */
    public static FabricId fabric(SynthSettings settings) {
        return new FabricId("synth-" + settings.fabric().word() + "-" + settings.gpus());
    }

    /**
     * Runs it. Events come about in the order in which they happen, as far as {@code settings} do not disturb that; equal
     * settings give equal events.
     *
     * @throws IllegalArgumentException if the settings do not fit each other; the message is for people
     */
    public static Truth tell(SynthSettings settings, Consumer<? super FabricEvent> consumer) {
        Cluster cluster = Cluster.of(settings);
        long[] count = {0};
        Recording recording = new Recording(cluster, fabric(settings), event -> {
            count[0]++;
            consumer.accept(event);
        });
        // SHARP has no messages between hosts, which is all that the fluid knows
        boolean hasQueues = settings.gpus() <= QueueRun.MOST_GPUS && settings.incident() != Incident.SHARP_OFF;
        Schedule schedule = hasQueues ? new QueueRun(cluster).tell(recording) : new RateRun(cluster).tell(recording);
        boolean isHealthy = settings.incident() == Incident.NONE;
        return new Truth(
                fabric(settings).value(),
                settings.incident(),
                settings.anchorTimeNs() + Schedule.START_NS,
                isHealthy ? null : (Long) (settings.anchorTimeNs() + schedule.beginNs()),
                isHealthy ? null : (Long) (settings.anchorTimeNs() + schedule.endNs()),
                cluster.trouble().devices(cluster.wiring()).stream()
                        .map(DeviceId::value)
                        .toList(),
                hasQueues ? "queues of all ports" : "steady rates, queues sampled",
                schedule.stepNs(),
                hidden(cluster),
                count[0]);
    }

    private static SortedMap<String, Double> hidden(Cluster cluster) {
        DcqcnProfile dcqcn = cluster.hidden().dcqcn();
        SortedMap<String, Double> hidden = new TreeMap<>();
        double bitsPerSecond = 0;
        for (int link = 0; link < cluster.wiring().links(); link++) {
            bitsPerSecond += cluster.hidden().bitsPerSecond(link);
        }
        hidden.put("meanLinkBitsPerSecond", bitsPerSecond / cluster.wiring().links());
        hidden.put("dcqcnAlphaTimerNs", (double) dcqcn.alphaTimerNs());
        hidden.put("dcqcnRateDecreaseIntervalNs", (double) dcqcn.rateDecreaseIntervalNs());
        hidden.put("dcqcnRateIncreaseTimerNs", (double) dcqcn.rateIncreaseTimerNs());
        hidden.put("lossProbability", cluster.trouble().lossProbability());
        return hidden;
    }
}
