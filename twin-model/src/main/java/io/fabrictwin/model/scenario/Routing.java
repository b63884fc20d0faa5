package io.fabrictwin.model.scenario;

import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.route.Ecmp;
import io.fabrictwin.model.scenario.ForkState.HostFacts;
import io.fabrictwin.model.scenario.ForkState.SwitchFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Paths over the links of a fork that are up. What the hash needs and the frame does not tell is made up, always in the
 * same way: paths are then as good as drawn, and {@link #isRuleKnown} says no.
 */
final class Routing {
    /** Some recorded paths may be from before a link changed. */
    private static final double AGREEING_SHARE = 0.9;

    private static final int OCTETS = 4;

    private final Ecmp ecmp;

    Routing(ForkState state) {
        List<Ecmp.Node> nodes = new ArrayList<>();
        Set<Integer> seeds = new HashSet<>();
        state.switches.values().forEach(facts -> addIfTold(seeds, facts));
        int made = 0;
        for (Map.Entry<DeviceId, SwitchFacts> entry : state.switches.entrySet()) {
            Long told = entry.getValue().routingSeed();
            int seed = told != null ? told.intValue() : unused(seeds, made++);
            nodes.add(new Ecmp.Node(entry.getKey().value(), seed, null));
        }
        for (Map.Entry<DeviceId, HostFacts> entry : state.hosts.entrySet()) {
            int number = unused(seeds, made++);
            Integer address = number(entry.getValue().address());
            nodes.add(new Ecmp.Node(entry.getKey().value(), number, address == null ? (Integer) number : address));
        }
        List<Ecmp.Link> links = new ArrayList<>();
        state.links.forEach((link, facts) -> {
            if (facts.isUp()) {
                links.add(new Ecmp.Link(
                        link.a().device().value(), link.b().device().value()));
            }
        });
        ecmp = Ecmp.of(nodes, links);
    }

    private static void addIfTold(Set<Integer> seeds, SwitchFacts facts) {
        Long seed = facts.routingSeed();
        if (seed != null && !seeds.add(seed.intValue())) {
            throw ScenarioRefusedException.nonsense("two switches have the routing seed " + seed);
        }
    }

    /** Negative, as told seeds are not. */
    private static int unused(Set<Integer> seeds, int start) {
        int seed = -1 - start;
        while (!seeds.add(seed)) {
            seed--;
        }
        return seed;
    }

    /** 11.0.5.1 is 0x0b000501; null for what is no IPv4 address. */
    private static @Nullable Integer number(@Nullable String address) {
        if (address == null) {
            return null;
        }
        String[] octets = address.split("\\.", -1);
        int number = 0;
        for (String octet : octets) {
            if (octets.length != OCTETS || !octet.matches("\\d{1,3}")) {
                return null;
            }
            number = number << 8 | Integer.parseInt(octet);
        }
        return number;
    }

    /** Devices from sender to receiver; empty where no path is left. */
    List<DeviceId> path(DeviceId source, DeviceId destination, int sourcePort, int destinationPort) {
        return ecmp.path(source.value(), destination.value(), sourcePort, destinationPort).stream()
                .map(DeviceId::new)
                .toList();
    }

    /** Devices one hop nearer to a host, in the order in which hashes pick; empty where it cannot be reached. */
    List<DeviceId> nextHops(DeviceId at, DeviceId destination) {
        return ecmp.allNextHops(at.value(), destination.value()).stream()
                .map(DeviceId::new)
                .toList();
    }

    /** The hash of a flow at a device; null: with its usual fields and seed. */
    int hash(DeviceId at, PathWalk.Flow flow, Ecmp.@Nullable Hashing hashing) {
        return ecmp.hash(
                at.value(),
                flow.source().value(),
                flow.destination().value(),
                flow.sourcePort(),
                flow.destinationPort(),
                hashing);
    }

    /** Whether the rule gives the recorded paths that had a choice, and there are any to judge by. */
    boolean isRuleKnown(Connections connections) {
        int judged = 0;
        int agreeing = 0;
        for (Job.Connection connection : connections.all()) {
            List<DeviceId> path = path(
                    connection.sourceHost(),
                    connection.destinationHost(),
                    connection.sourcePort(),
                    connection.destinationPort());
            if (!path.isEmpty() && hasChoice(connection)) {
                judged++;
                agreeing += path.equals(connection.path()) ? 1 : 0;
            }
        }
        return judged > 0 && agreeing >= AGREEING_SHARE * judged;
    }

    private boolean hasChoice(Job.Connection connection) {
        String destination = connection.destinationHost().value();
        return connection.path().stream()
                .anyMatch(
                        device -> ecmp.allNextHops(device.value(), destination).size() > 1);
    }
}
