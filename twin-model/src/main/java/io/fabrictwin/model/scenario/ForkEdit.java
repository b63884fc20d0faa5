package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A fork's state while changes are made to it. What a change names must be there; else it is refused with the names that are. */
final class ForkEdit {
    private final ForkState state;
    private final WorkloadWindow window;
    private final long baseTimeNs;
    private final QueueEdit queues;
    private final LinkEdit links;

    private ForkEdit(ForkState state, WorkloadWindow window, long baseTimeNs) {
        this.state = state;
        this.window = window;
        this.baseTimeNs = baseTimeNs;
        queues = new QueueEdit(state);
        links = new LinkEdit(state, queues);
    }

    /** The base state with all changes made, in order. */
    static ForkState applied(ForkState base, WorkloadWindow window, Scenario scenario) {
        ForkState state = base.copy();
        ForkEdit edit = new ForkEdit(state, window, scenario.baseTimeNs());
        for (Change change : scenario.changes()) {
            if (change.key() == QueueKeys.PRIORITY) {
                // its queues are as those in use before any change of these
                state.queuesOf((Integer) change.value());
            }
        }
        for (Change change : scenario.changes()) {
            ((ChangeKey.Edit<?>) change).applyTo(edit);
        }
        edit.queues.finish();
        if (state.usedPriorities().size() > 1 && !state.transport.hasQueues()) {
            edit.cannotTell("the model of " + state.transport.wireName()
                    + " has no queues, so it cannot tell what priorities do to each other");
        }
        return state;
    }

    ForkState state() {
        return state;
    }

    WorkloadWindow window() {
        return window;
    }

    long baseTimeNs() {
        return baseTimeNs;
    }

    QueueEdit queues() {
        return queues;
    }

    LinkEdit links() {
        return links;
    }

    /** The forecast will be {@code cannot tell}: this says what of the change the engine cannot represent. */
    void cannotTell(String reason) {
        state.unanswerable.add(reason);
    }

    /** The switch of this name; all where there is none. */
    SortedSet<DeviceId> switches(@Nullable String name) {
        return named("switch", name, state.switches.keySet());
    }

    /** The host of this name; all where there is none. */
    SortedSet<DeviceId> hosts(@Nullable String name) {
        return named("host", name, state.hosts.keySet());
    }

    DeviceId host(String name) {
        return hosts(name).first();
    }

    /** A switch or a host. */
    DeviceId device(String name) {
        Collection<DeviceId> all = new ArrayList<>(state.switches.keySet());
        all.addAll(state.hosts.keySet());
        return named("device", name, all).first();
    }

    static <T> T required(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("a key of one map is missing in its twin");
        }
        return value;
    }

    void editJob(String name, UnaryOperator<JobFacts> edit) {
        JobId job = new JobId(name);
        if (!state.jobs.containsKey(job)) {
            throw unknown(
                    "job", name, state.jobs.keySet().stream().map(JobId::value).toList());
        }
        state.jobs.computeIfPresent(job, (id, facts) -> edit.apply(facts));
    }

    private static SortedSet<DeviceId> named(String what, @Nullable String name, Collection<DeviceId> known) {
        if (name == null) {
            return new TreeSet<>(known);
        }
        for (DeviceId id : known) {
            if (id.value().equals(name)) {
                return new TreeSet<>(List.of(id));
            }
        }
        throw unknown(what, name, known.stream().map(DeviceId::value).toList());
    }
}
