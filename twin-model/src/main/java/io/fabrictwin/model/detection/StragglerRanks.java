package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/** Finds ranks that compute much longer than the others of their job, step after step. */
final class StragglerRanks {
    /** Computing times of ranks that do the same work differ by a few percent. */
    static final double LEAST_FACTOR = 1.3;
    /** With fewer ranks a median says little. */
    static final int LEAST_RANKS = 4;

    static final int TO_OPEN = 3;
    static final int TO_CLOSE = 3;
    /** More slow ranks are no stragglers: the work differs. */
    private static final double MOST_SLOW_SHARE = 0.25;

    private StragglerRanks() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        context.windows().steps().forEach((job, steps) -> findings.addAll(of(context, job, steps)));
        return findings;
    }

    private static List<Finding> of(Context context, JobId job, List<StepSample> all) {
        List<StepSample> steps = all.stream()
                .filter(step -> step.startNs() != null
                        && step.endNs() != null
                        && step.computeNs().size() >= LEAST_RANKS)
                .toList();
        SortedSet<Integer> slowRanks = new TreeSet<>();
        steps.forEach(step -> slowRanks.addAll(slow(step)));
        List<Finding> findings = new ArrayList<>();
        for (int rank : slowRanks) {
            List<Observation> observations = new ArrayList<>();
            for (StepSample step : steps) {
                Collection<Integer> slow = slow(step);
                long startNs = Objects.requireNonNull(step.startNs());
                long endNs = Objects.requireNonNull(step.endNs());
                observations.add(new Observation(
                        startNs,
                        endNs,
                        slow.contains(rank)
                                && slow.size()
                                        <= Math.max(
                                                1,
                                                MOST_SLOW_SHARE
                                                        * step.computeNs().size())));
            }
            for (Incident incident : Incidents.of(observations, Patience.ofSteps(TO_OPEN, TO_CLOSE))) {
                findings.add(finding(context, job, rank, steps, incident));
            }
        }
        return findings;
    }

    private static Collection<Integer> slow(StepSample step) {
        double median = Medians.of(step.computeNs().values());
        List<Integer> slow = new ArrayList<>();
        step.computeNs().forEach((rank, computeNs) -> {
            if (computeNs > LEAST_FACTOR * median) {
                slow.add(rank);
            }
        });
        return slow;
    }

    private static Finding finding(Context context, JobId job, int rank, List<StepSample> steps, Incident incident) {
        List<StepSample> during = steps.subList(incident.first(), incident.last() + 1);
        List<Long> own = new ArrayList<>();
        List<Long> others = new ArrayList<>();
        for (StepSample step : during) {
            Long computeNs = step.computeNs().get(rank);
            if (computeNs != null) {
                own.add(computeNs);
                others.add(Math.round(Medians.of(step.computeNs().values())));
            }
        }
        double factor = Medians.of(own) / Medians.of(others);
        long first = during.get(0).step();
        StepSample last = during.get(during.size() - 1);
        List<String> entities = new ArrayList<>();
        String host = host(context, job, rank);
        if (!host.isEmpty()) {
            entities.add(host);
        }
        entities.add(job.value());
        return new Finding(
                context.frame().fabric(),
                FindingKind.STRAGGLER_RANK,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                entities,
                String.format(
                        Locale.ROOT,
                        "Rank %d of %s%s computes %.2f times as long as the others, from step %d on: not the network.",
                        rank,
                        job,
                        host.isEmpty() ? "" : " on " + host,
                        factor,
                        first),
                List.of(String.format(
                        Locale.ROOT,
                        "rank %d computes %.3f ms (median of steps %d to %d), the median rank %.3f ms",
                        rank,
                        Medians.of(own) / 1e6,
                        first,
                        last.step(),
                        Medians.of(others) / 1e6)),
                Suggestion.fork(
                        incident.startNs(),
                        Objects.requireNonNull(last.endNs()),
                        List.of("compute-factor@" + job + "/" + rank + "=1")));
    }

    /** Where the rank runs; empty where that is not known. */
    private static String host(Context context, JobId job, int rank) {
        for (Job known : context.jobs()) {
            DeviceId host = known.id().equals(job) ? known.hosts().get(rank) : null;
            if (host != null) {
                return host.value();
            }
        }
        return "";
    }
}
