package io.fabrictwin.model.incident;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who was last, and how late, is read from the clocks of several hosts: it is worth what they are. */
final class ClockDoubt {
    private ClockDoubt() {}

    /** One line where clocks may be further apart than ranks were late; null: they are not, or are not read. */
    static @Nullable String of(FabricFrame frame, Windows windows, Clocks clocks, SlowSpan span) {
        Set<DeviceId> hosts = new TreeSet<>();
        for (Job job : frame.jobs()) {
            if (job.id().equals(span.job())) {
                hosts.addAll(job.hosts().values());
            }
        }
        List<StepSample> steps = windows.steps().getOrDefault(span.job(), List.of());
        boolean areClocksRead =
                steps.stream().anyMatch(step -> !step.collectives().isEmpty());
        double lateNs = Math.max(span.slowParts().lateNs(), span.healthyParts().lateNs());
        if (hosts.size() < 2 || !areClocksRead || lateNs <= 0) {
            return null;
        }
        OptionalLong apartNs = clocks.mostApartNs(hosts);
        if (apartNs.isEmpty()) {
            return "how far the clocks of " + span.job() + "'s " + hosts.size()
                    + " hosts are apart is not known for all of them: who began a collective last is as their clocks say";
        }
        return apartNs.getAsLong() <= lateNs
                ? null
                : String.format(
                        Locale.ROOT,
                        "the clocks of %s's hosts may be up to %.3f ms apart, more than the %.3f ms that ranks were late:"
                                + " who began a collective last, and how late, is not sure",
                        span.job(),
                        apartNs.getAsLong() / 1e6,
                        lateNs / 1e6);
    }
}
