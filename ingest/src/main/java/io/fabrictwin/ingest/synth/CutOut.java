package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PauseStorm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The neighbourhood of an incident, cut out of a large fabric and run with all its queues: the connections through the
 * ports that it is about, and those that share a port with them, up to a limit.
 */
final class CutOut {
    private static final int MOST_DIRECT = 32;
    private static final int MOST_CONNECTIONS = 64;
    private static final long FOR_EVER_NS = 1_000_000_000_000L;

    private record Connection(int job, int connection) {}

    private final Cluster cluster;
    private final Wiring wiring;
    private final List<Connection> connections = new ArrayList<>();
    /** Bytes of payload for each ns that a connection of a job gets at worst, by job. */
    private final Map<Integer, Double> leastRates = new HashMap<>();

    private final Map<Integer, PortManners> manners = new HashMap<>();

    private CutOut(Cluster cluster) {
        this.cluster = cluster;
        wiring = cluster.wiring();
    }

    static CutOut of(Cluster cluster, long messageBytes) {
        CutOut cutOut = new CutOut(cluster);
        cutOut.choose();
        if (!cutOut.connections.isEmpty()) {
            cutOut.run(messageBytes);
        }
        return cutOut;
    }

    /** Rate, bytes/ns, that the incident leaves to a job's slowest connection here; infinite if none is here. */
    double leastRate(int job) {
        return leastRates.getOrDefault(job, Double.POSITIVE_INFINITY);
    }

    /** How ports here behave during the incident. */
    Map<Integer, PortManners> manners() {
        return manners;
    }

    private Set<Integer> portsOfTrouble() {
        Set<Integer> ports = new TreeSet<>();
        cluster.trouble().holds().forEach(hold -> ports.add(hold.port()));
        if (isMismarked()) {
            for (int place = 0; place < wiring.degree(cluster.trouble().node()); place++) {
                ports.add(wiring.port(cluster.trouble().node(), place));
            }
        }
        return ports;
    }

    private boolean isMismarked() {
        return cluster.settings().incident() == Incident.ECN_MISCONFIG;
    }

    private void choose() {
        Set<Integer> ports = portsOfTrouble();
        if (ports.isEmpty()) {
            return;
        }
        add(ports, MOST_DIRECT);
        Set<Integer> shared = new TreeSet<>();
        for (Connection chosen : connections) {
            for (int port : path(chosen)) {
                shared.add(port);
            }
        }
        add(shared, MOST_CONNECTIONS);
    }

    private void add(Set<Integer> ports, int most) {
        List<TrainingJob> jobs = cluster.jobs().all();
        for (int job = 0; job < jobs.size(); job++) {
            for (int connection = 0; connection < jobs.get(job).connections(); connection++) {
                if (connections.size() >= most) {
                    return;
                }
                Connection candidate = new Connection(job, connection);
                if (uses(path(candidate), ports) && !connections.contains(candidate)) {
                    connections.add(candidate);
                }
            }
        }
    }

    private static boolean uses(int[] path, Set<Integer> ports) {
        for (int port : path) {
            if (ports.contains(port)) {
                return true;
            }
        }
        return false;
    }

    private int[] path(Connection connection) {
        return cluster.jobs().all().get(connection.job()).path(connection.connection(), false);
    }

    private void run(long messageBytes) {
        Map<Integer, Integer> links = new LinkedHashMap<>();
        for (Connection connection : connections) {
            for (int port : path(connection)) {
                links.putIfAbsent(port / 2, links.size());
            }
        }
        List<int[]> paths = new ArrayList<>();
        for (Connection connection : connections) {
            int[] path = path(connection).clone();
            for (int hop = 0; hop < path.length; hop++) {
                path[hop] = here(links, path[hop]);
            }
            paths.add(path);
        }
        Network network = network(links);
        List<PauseStorm> storms = new ArrayList<>();
        for (Hold hold : cluster.trouble().holds()) {
            if (hold.periodNs() > 0 && links.containsKey(hold.port() / 2)) {
                long pausedNs = Math.round(hold.share() * hold.periodNs());
                storms.add(new PauseStorm(here(links, hold.port()), hold.periodNs(), pausedNs, 0, FOR_EVER_NS));
            }
        }
        Readings readings = new Readings(Contention.READING_NS, network);
        FluidResult result = Fluid.run(
                network, Contention.messages(paths, messageBytes), storms, List.of(), readings, new int[0], 0);
        for (int place = 0; place < connections.size(); place++) {
            long endNs = result.endNs((place + 1) * Contention.MESSAGES - 1);
            leastRates.merge(
                    connections.get(place).job(), (double) Contention.MESSAGES * messageBytes / endNs, Math::min);
        }
        links.forEach((link, place) -> {
            manners.put(2 * link, PortManners.of(readings, 2 * place, 1));
            manners.put(2 * link + 1, PortManners.of(readings, 2 * place + 1, 1));
        });
    }

    private static int here(Map<Integer, Integer> links, int port) {
        Integer place = links.get(port / 2);
        if (place == null) {
            throw new IllegalStateException("port " + port + " is not in the cut-out");
        }
        return 2 * place + port % 2;
    }

    private Network network(Map<Integer, Integer> links) {
        Network.Builder builder = Network.builder(cluster.transport());
        Set<Integer> nodes = new TreeSet<>();
        links.keySet().forEach(link -> {
            nodes.add(wiring.from(2 * link));
            nodes.add(wiring.to(2 * link));
        });
        for (int node : nodes) {
            if (wiring.isNic(node)) {
                builder.host(wiring.name(node).value());
            } else {
                builder.switchNode(wiring.name(node).value(), cluster.hidden().bufferBytes(node));
            }
        }
        links.keySet()
                .forEach(link -> builder.link(
                        wiring.name(wiring.from(2 * link)).value(),
                        wiring.name(wiring.to(2 * link)).value(),
                        cluster.hidden().bitsPerSecond(link),
                        cluster.hidden().delayNs(link),
                        null,
                        null,
                        null));
        if (isMismarked()) {
            links.forEach((link, place) -> {
                for (int port = 2 * link; port <= 2 * link + 1; port++) {
                    if (wiring.from(port) == cluster.trouble().node()) {
                        builder.ecn(2 * place + port % 2, Deployment.WRONG_ECN);
                    }
                }
            });
        }
        return builder.build();
    }
}
