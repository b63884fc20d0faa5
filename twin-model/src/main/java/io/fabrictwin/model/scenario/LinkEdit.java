package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;
import static io.fabrictwin.model.scenario.ScenarioRefusedException.unknown;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.scenario.ForkState.LinkFacts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/** The links of a fork while changes are made to them. */
final class LinkEdit {
    private final ForkState state;
    private final QueueEdit queues;

    LinkEdit(ForkState state, QueueEdit queues) {
        this.state = state;
        this.queues = queues;
    }

    LinkFacts facts(LinkId link) {
        return ForkEdit.required(state.links.get(link));
    }

    /** All links that go by this name: of the two devices or of the two ports, either end first. */
    List<LinkId> named(String name) {
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

    /** The link at a port that goes by this name. */
    LinkId at(String portName) {
        List<PortId> known = new ArrayList<>();
        for (LinkId link : state.links.keySet()) {
            for (PortId port : List.of(link.a(), link.b())) {
                if (port.toString().equals(portName)) {
                    return link;
                }
                known.add(port);
            }
        }
        String device = portName.substring(0, Math.max(0, portName.indexOf(':')));
        List<PortId> near = known.stream()
                .filter(port -> port.device().value().equals(device))
                .toList();
        throw unknown(
                "port",
                portName,
                (near.isEmpty() ? known : near)
                        .stream().sorted().map(PortId::toString).toList());
    }

    /** Links of a device, in order of its ports. */
    List<LinkId> of(DeviceId device) {
        return state.links.keySet().stream()
                .filter(link ->
                        link.a().device().equals(device) || link.b().device().equals(device))
                .sorted(Comparator.comparing(link -> link.endAt(device)))
                .toList();
    }

    /** Whether one end is a host. */
    boolean facesHost(LinkId link) {
        return state.hosts.containsKey(link.a().device())
                || state.hosts.containsKey(link.b().device());
    }

    void edit(String name, UnaryOperator<LinkFacts> edit) {
        named(name).forEach(link -> edit(link, edit));
    }

    void edit(LinkId link, UnaryOperator<LinkFacts> edit) {
        state.links.computeIfPresent(link, (id, facts) -> edit.apply(facts));
    }

    void remove(LinkId link) {
        state.links.remove(link);
        queues.remove(link.a());
        queues.remove(link.b());
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
    void add(LinkId link, LinkFacts facts) {
        for (PortId port : List.of(link.a(), link.b())) {
            if (state.switches.containsKey(port.device())) {
                LinkId beside = beside(port.device(), link.opposite(port).device());
                queues.addLike(
                        port,
                        beside.endAt(port.device()),
                        facts.bitsPerSecond() / facts(beside).bitsPerSecond());
            }
        }
        state.links.put(link, facts);
    }

    private LinkId beside(DeviceId device, DeviceId neighbour) {
        boolean toHost = state.hosts.containsKey(neighbour);
        return of(device).stream()
                .max(Comparator.comparingInt(link -> {
                    DeviceId other = link.opposite(link.endAt(device)).device();
                    return other.equals(neighbour) ? 2 : state.hosts.containsKey(other) == toHost ? 1 : 0;
                }))
                .orElseThrow(() -> nonsense("'" + device + "' has no port left whose settings a new one could have"));
    }

    /** Adds a link like another one between ports of their own. */
    void copy(LinkId like, PortId likeOwn, PortId own, PortId other) {
        queues.addLike(own, likeOwn, 1);
        queues.addLike(other, like.opposite(likeOwn), 1);
        state.links.put(new LinkId(own, other), facts(like));
    }
}
