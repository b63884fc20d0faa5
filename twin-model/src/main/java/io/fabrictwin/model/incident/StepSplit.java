package io.fabrictwin.model.incident;

import io.fabrictwin.model.collective.Collectives;
import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.StepSample.CollectiveSample;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.SenderSettings;
import io.fabrictwin.model.frame.UsualValues;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Splits a job's steps into parts. What its collectives take on an empty network: rings, as the engine runs them, at the
 * line rate of the job's slowest host port, and a round trip a round.
 */
final class StepSplit {
    /** Links from host to host in two tiers: four there, four back. */
    private static final int LINKS_OF_ROUND_TRIP = 8;
    /** Where no rate is known. */
    private static final double USUAL_BITS_PER_SECOND = 100e9;

    private final @Nullable Job job;
    private final double bytesPerNs;
    private final double roundTripNs;

    StepSplit(FabricFrame frame, JobId id) {
        job = frame.jobs().stream()
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElse(null);
        Set<DeviceId> hosts =
                new TreeSet<>(job == null ? List.of() : job.hosts().values());
        double bitsPerSecond = frame.ports().stream()
                .filter(port -> hosts.contains(port.id().device()))
                .map(Port::bitsPerSecond)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .min()
                .orElse((long) USUAL_BITS_PER_SECOND);
        double payloadShare = hosts.stream()
                .findFirst()
                .map(host -> payloadShare(frame.sender(host)))
                .orElse(1.0);
        bytesPerNs = bitsPerSecond / 8e9 * payloadShare;
        List<Long> delays = frame.links().stream()
                .map(Link::delayNs)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        roundTripNs = LINKS_OF_ROUND_TRIP
                * (double) (delays.isEmpty() ? UsualValues.LINK_DELAY_NS : delays.get(delays.size() / 2));
    }

    private static double payloadShare(SenderSettings sender) {
        Integer payload = sender.payloadBytes();
        Integer wire = sender.wireBytes();
        return payload == null || wire == null || wire <= 0 ? 1 : (double) payload / wire;
    }

    /** The parts of a complete step; null where nobody told how long it computed. */
    @Nullable
    Parts parts(StepSample step) {
        double durationNs = step.durationNs().orElseThrow();
        long startNs = Objects.requireNonNull(step.startNs());
        double typicalNs;
        double slowestNs;
        if (!step.computeNs().isEmpty()) {
            long[] sorted = step.computeNs().values().stream()
                    .mapToLong(Long::longValue)
                    .sorted()
                    .toArray();
            typicalNs = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
            slowestNs = sorted[sorted.length - 1];
        } else if (step.computeEndNs() != null) {
            typicalNs = step.computeEndNs() - startNs;
            slowestNs = typicalNs;
        } else {
            return null;
        }
        double lateNs = slowestNs - typicalNs + delayNs(step, startNs);
        typicalNs = Math.min(durationNs, typicalNs);
        lateNs = Math.min(durationNs - typicalNs, lateNs);
        double networkNs = durationNs - typicalNs - lateNs;
        double transferNs = Math.min(networkNs, exposedTransferNs(step.collectives(), slowestNs));
        return new Parts(typicalNs, lateNs, transferNs, networkNs - transferNs);
    }

    /** How much later than its own computing lets it, the last rank of the first collective began it. */
    private double delayNs(StepSample step, long startNs) {
        if (step.collectives().isEmpty()) {
            return 0;
        }
        CollectiveSample first = step.collectives().get(0);
        Long computeNs = step.computeNs().get(first.lastRank());
        Job.PlannedCollective planned = planned(first.index());
        return computeNs == null || planned == null
                ? 0
                : Math.max(0, first.lastStartNs() - startNs - planned.launchFraction() * computeNs);
    }

    private Job.@Nullable PlannedCollective planned(int index) {
        return job == null
                ? null
                : job.collectives().stream()
                        .filter(collective -> collective.index() == index)
                        .findFirst()
                        .orElse(null);
    }

    /** Time after computing in which an empty network would still carry the step's collectives. */
    private double exposedTransferNs(List<CollectiveSample> samples, double computeNs) {
        Map<Integer, Double> endByStream = new HashMap<>();
        double endNs = computeNs;
        for (CollectiveSample sample : samples) {
            Job.PlannedCollective planned = planned(sample.index());
            int stream = planned == null ? 0 : planned.stream();
            double launchNs = planned == null ? computeNs : planned.launchFraction() * computeNs;
            double doneNs = Math.max(launchNs, endByStream.getOrDefault(stream, 0.0)) + transferNs(sample);
            endByStream.put(stream, doneNs);
            endNs = Math.max(endNs, doneNs);
        }
        return endNs - computeNs;
    }

    private double transferNs(CollectiveSample sample) {
        int ranks = job == null ? 0 : job.hosts().size();
        if (ranks < 2) {
            return 0;
        }
        double bytes = Collectives.busFactor(sample.operation(), ranks)
                * Collectives.sizeBytes(sample.operation(), ranks, sample.bytesPerRank());
        return bytes / bytesPerNs + Collectives.rounds(sample.operation(), ranks) * roundTripNs;
    }
}
