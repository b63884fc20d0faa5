package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.nccl.Tuning;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryChoice;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a message costs beside the network: proxies, flags and flushes. The library has a figure for each algorithm and
 * protocol; how much of it comes on top of the modelled network the recording tells, by what its steps took beyond the base
 * run. Counted only where a change asks for another way to run collectives, and then in both runs.
 */
final class LibraryCosts {
    private LibraryCosts() {}

    /** By job that runs its collectives otherwise in the fork, the share of the library's figures that its steps show. */
    static SortedMap<JobId, Double> shares(
            ForkState base, ForkState fork, SortedMap<JobId, JobTimeline> timelines, ForkRun.Outcome baseRun) {
        SortedMap<JobId, Double> shares = new TreeMap<>();
        jobs(base, fork).forEach((job, facts) -> {
            JobTimeline timeline = timelines.get(job);
            double hopsNs = 0;
            for (CollectiveWork work : facts.collectives()) {
                hopsNs += LibraryMessages.rounds(work, facts.hosts().size()) * hopNs(work.library());
            }
            double recordedNs =
                    timeline == null ? 0 : timeline.recordedStepTimeNs().orElse(0);
            double ranNs = baseRun.stepTimesNs().getOrDefault(job, new TreeMap<>()).values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            if (hopsNs > 0 && recordedNs > 0 && ranNs > 0) {
                shares.put(job, Math.max(0, Math.min(1, (recordedNs - ranNs) / hopsNs)));
            }
        });
        shares.values().removeIf(share -> share == 0);
        return shares;
    }

    /** Jobs of the base that run collectives otherwise in the fork. */
    static SortedMap<JobId, JobFacts> jobs(ForkState base, ForkState fork) {
        SortedMap<JobId, JobFacts> jobs = new TreeMap<>();
        base.jobs.forEach((job, before) -> {
            JobFacts after = fork.jobs.get(job);
            if (after != null && !after.collectives().equals(before.collectives())) {
                jobs.put(job, before);
            }
        });
        return jobs;
    }

    /** The state with these shares of the library's figures on each message. */
    static ForkState counted(ForkState state, Map<JobId, Double> shares) {
        ForkState counted = state.copy();
        shares.forEach((job, share) -> counted.jobs.computeIfPresent(
                job,
                (id, facts) -> facts.withCollectives(facts.collectives().stream()
                        .map(work -> work.with(work.library().withHopNs(Math.round(share * hopNs(work.library())))))
                        .toList())));
        return counted;
    }

    private static double hopNs(LibraryChoice library) {
        return Tuning.networkHopNs(library.algorithm(), library.protocol());
    }
}
