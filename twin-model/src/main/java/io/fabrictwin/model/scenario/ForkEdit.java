package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.IngressFacts;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
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

    /** A port that has a link. */
    PortId port(String name) {
        List<PortId> known = new ArrayList<>();
        for (LinkId link : state.links.keySet()) {
            for (PortId port : List.of(link.a(), link.b())) {
                if (port.toString().equals(name)) {
                    return port;
                }
                known.add(port);
            }
        }
        String device = name.substring(0, Math.max(0, name.indexOf(':')));
        List<PortId> near = known.stream()
                .filter(port -> port.device().value().equals(device))
                .toList();
        throw unknown(
                "port",
                name,
                (near.isEmpty() ? known : near)
                        .stream().sorted().map(PortId::toString).toList());
    }

    /** All links that go by this name: of the two devices or of the two ports, either end first. */
    List<LinkId> links(String name) {
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
        return named;
    }

    private static List<String> names(LinkId link) {
        String a = link.a().device().value();
        String b = link.b().device().value();
        return List.of(a + ":" + b, b + ":" + a, link.a() + ":" + link.b(), link.b() + ":" + link.a());
    }

    /** Links of a device, in order of its ports. */
    List<LinkId> linksOf(DeviceId device) {
        return state.links.keySet().stream()
                .filter(link ->
                        link.a().device().equals(device) || link.b().device().equals(device))
                .sorted(Comparator.comparing(link -> link.endAt(device)))
                .toList();
    }

    void editLinks(String name, UnaryOperator<LinkFacts> edit) {
        links(name).forEach(link -> editLink(link, edit));
    }

    void editLink(LinkId link, UnaryOperator<LinkFacts> edit) {
        state.links.computeIfPresent(link, (id, facts) -> edit.apply(facts));
    }

    /** Edits the link at a port. */
    void editLink(PortId port, UnaryOperator<LinkFacts> edit) {
        linksOf(port.device()).stream()
                .filter(link -> link.endAt(port.device()).equals(port))
                .forEach(link -> editLink(link, edit));
    }

    void removeLink(LinkId link) {
        state.links.remove(link);
        for (PortId port : List.of(link.a(), link.b())) {
            state.ecn.remove(port);
            state.pfc.remove(port);
        }
    }

    /** A name for one more port of a device: that of what it faces, with a number where that is taken. */
    PortId freePort(DeviceId device, DeviceId facing) {
        PortId port = new PortId(device, facing.value());
        for (int number = 2; hasPort(port); number++) {
            port = new PortId(device, facing.value() + "-" + number);
        }
        return port;
    }

    private boolean hasPort(PortId port) {
        return state.links.keySet().stream()
                .anyMatch(link -> link.a().equals(port) || link.b().equals(port));
    }

    /** Adds a link whose ports are set as those beside them: to the same neighbour, else to one of its kind, else to any. */
    void addLink(LinkId link, LinkFacts facts) {
        for (PortId port : List.of(link.a(), link.b())) {
            if (state.switches.containsKey(port.device())) {
                LinkId beside = beside(port.device(), link.opposite(port).device());
                double scale = facts.bitsPerSecond()
                        / required(state.links.get(beside)).bitsPerSecond();
                setLike(port, beside.endAt(port.device()), scale);
            }
        }
        state.links.put(link, facts);
    }

    private LinkId beside(DeviceId device, DeviceId neighbour) {
        boolean toHost = state.hosts.containsKey(neighbour);
        return linksOf(device).stream()
                .max(Comparator.comparingInt(link -> {
                    DeviceId other = link.opposite(link.endAt(device)).device();
                    return other.equals(neighbour) ? 2 : state.hosts.containsKey(other) == toHost ? 1 : 0;
                }))
                .orElseThrow(() -> nonsense("'" + device + "' has no port left whose settings a new one could have"));
    }

    /** Adds a link like another one, whose ends in their order go by other names. */
    void copyLink(LinkId like, PortId own, PortId likeOwn, PortId other) {
        setLike(own, likeOwn, 1);
        setLike(other, like.opposite(likeOwn), 1);
        state.links.put(new LinkId(own, other), required(state.links.get(like)));
    }

    private void setLike(PortId port, PortId like, double scale) {
        EcnProfile ecn = state.ecn.get(like);
        IngressFacts pfc = state.pfc.get(like);
        if (ecn != null && pfc != null) {
            thresholds.add(port, like, scale);
            state.ecn.put(port, ecn);
            state.pfc.put(port, pfc);
        }
    }

    /** Whether one end is a host. */
    boolean facesHost(LinkId link) {
        return state.hosts.containsKey(link.a().device())
                || state.hosts.containsKey(link.b().device());
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
