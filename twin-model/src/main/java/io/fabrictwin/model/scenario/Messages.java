package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.Map;

/** How many messages a run follows, and so whether it can. */
final class Messages {
    /** A run that follows as many takes a minute of one processor and 2 GB, by measurement. */
    private static final long MOST = 300_000;

    private Messages() {}

    /** Queues where they can be followed. */
    static RunKind kind(ForkState state, Map<JobId, JobTimeline> timelines) {
        return count(state, timelines) <= MOST ? RunKind.QUEUES : RunKind.SHARES;
    }

    private static long count(ForkState state, Map<JobId, JobTimeline> timelines) {
        long count = 0;
        for (Map.Entry<JobId, JobTimeline> entry : timelines.entrySet()) {
            JobFacts facts = state.jobs.get(entry.getKey());
            if (facts == null) {
                continue;
            }
            JobTimeline timeline = entry.getValue();
            long steps = 1 + timeline.lastStepFor(ForkRun.HORIZON_FACTOR) - timeline.firstStep();
            for (CollectiveWork work : facts.collectives()) {
                count += steps
                        * facts.queuePairs()
                        * LibraryMessages.count(work, facts.hosts().size());
            }
        }
        return count;
    }
}
