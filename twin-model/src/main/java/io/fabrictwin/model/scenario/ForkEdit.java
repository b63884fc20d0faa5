package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
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
    private final EcnThresholds thresholds;

    private ForkEdit(ForkState state, WorkloadWindow window, long baseTimeNs) {
        this.state = state;
        this.window = window;
        this.baseTimeNs = baseTimeNs;
        thresholds = new EcnThresholds(state.ecn);
    }

    /** The base state with all changes made, in order. */
    static ForkState applied(ForkState base, WorkloadWindow window, Scenario scenario) {
        ForkState state = base.copy();
        ForkEdit edit = new ForkEdit(state, window, scenario.baseTimeNs());
        for (Change change : scenario.changes()) {
            ((ChangeKey.Edit<?>) change).applyTo(edit);
        }
        state.ecn.replaceAll(edit.thresholds::finished);
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

    EcnThresholds thresholds() {
        return thresholds;
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

    /** Edits all links that go by this name: of the two devices or of the two ports, either end first. */
    void editLinks(String name, UnaryOperator<LinkFacts> edit) {
        List<LinkId> named = state.links.keySet().stream()
                .filter(link -> names(link).contains(name))
                .toList();
        if (named.isEmpty()) {
            throw unknown(
                    "link",
                    name,
                    state.links.keySet().stream()
                            .map(link -> names(link).get(0))
                            .toList());
        }
        named.forEach(link -> state.links.computeIfPresent(link, (id, facts) -> edit.apply(facts)));
    }

    private static List<String> names(LinkId link) {
        String a = link.a().device().value();
        String b = link.b().device().value();
        return List.of(a + ":" + b, b + ":" + a, link.a() + ":" + link.b(), link.b() + ":" + link.a());
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
