package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.LibraryMessages;
import java.util.Map;

/** How many messages a run follows, and so whether it can. */
final class Messages {
    /** Two runs of 370,000 messages took 29 s of one processor: with the draws of marks more than twice as many take minutes. */
    private static final long MOST = 600_000;

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
