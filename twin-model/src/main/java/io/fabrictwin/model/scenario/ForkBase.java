package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.Contention;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The fabric before any change, as scenarios of one base time and reading share it, and what was run on it. Not
 * thread-safe.
 */
final class ForkBase {
    private final WorkloadWindow window;
    private final ForkState state;
    private final Connections connections;
    private final boolean isRuleKnown;
    private final Contention contention = new Contention();
    /** Those of the newest work: scenarios that are compared ask for the same. */
    private final Map<RunKey, ForkRun.Outcome> runs = new HashMap<>();

    private @Nullable Work work;

    /** Together with the base time and the reading it says what recorded jobs do. */
    private record Work(long windowFromNs, long windowToNs) {}

    /**
     * A run.
     *
     * @param alone the job that runs alone; null: all run
     */
    private record RunKey(RunKind kind, long seed, @Nullable JobId alone) {}

    /** @param window the whole history; under strict reading what was known at the base time is taken of it */
    ForkBase(FabricFrame frame, WorkloadWindow window, long baseTimeNs, Reading reading) {
        this.window = reading == Reading.STRICT ? window.knownAt(baseTimeNs) : window;
        state = ForkState.of(frame);
        state.storms.putAll(StormDetector.storms(state, this.window, baseTimeNs));
        connections = Connections.of(frame);
        Routing routing = new Routing(state);
        isRuleKnown = routing.isRuleKnown(connections);
        state.background.putAll(
                Background.of(frame, state, this.window, connections, isRuleKnown ? routing : null, baseTimeNs));
    }

    WorkloadWindow window() {
        return window;
    }

    /** A copy, as queues come into being where somebody asks for them. */
    ForkState state() {
        return state.copy();
    }

    Connections connections() {
        return connections;
    }

    /** Whether the routing rule gives the recorded paths. */
    boolean isRuleKnown() {
        return isRuleKnown;
    }

    /**
     * The recorded jobs on the fabric without changes; run once for equal work and seed.
     *
     * @param timelines those of the scenario's window
     * @param alone the only job in them; null: all are
     */
    ForkRun.Outcome run(
            SortedMap<JobId, JobTimeline> timelines,
            Scenario scenario,
            RunKind kind,
            long seed,
            @Nullable JobId alone) {
        Work asked = new Work(scenario.windowFromNs(), scenario.windowToNs());
        if (!asked.equals(work)) {
            runs.clear();
            work = asked;
        }
        return runs.computeIfAbsent(new RunKey(kind, seed, alone), key -> {
            ForkState unchanged = state();
            return run(unchanged, unchanged, timelines, kind, seed);
        });
    }

    /**
     * Jobs on a changed fabric.
     *
     * @param before the state without changes
     */
    ForkRun.Outcome run(
            ForkState changed, ForkState before, SortedMap<JobId, JobTimeline> timelines, RunKind kind, long seed) {
        return new ForkRun(changed, before, connections, isRuleKnown, kind, contention, seed).run(timelines);
    }
}
