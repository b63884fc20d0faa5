package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What every detection reads, made ready once for all of them. Of one look, and of one thread. */
final class Context {
    private final FabricFrame frame;
    private final Windows windows;
    private final List<Link> links;
    private final List<Job> jobs;
    private final Surroundings surroundings;
    private final SortedMap<DeviceId, ForwardingTables.Told> tables;
    private final SortedMap<PortId, OpticsWeak.Light> lights;
    private final long reachNs;
    private final Map<PortId, PortHistory> histories = new HashMap<>();

    Context(FabricFrame frame, Windows windows) {
        this.frame = frame;
        this.windows = windows;
        links = frame.links();
        jobs = frame.jobs();
        surroundings = new Surroundings(frame, links);
        tables = ForwardingTables.of(frame, surroundings);
        lights = OpticsWeak.lights(frame);
        reachNs = Math.max(frame.eventTimeReachNs().orElse(0L), windows.reachNs());
        windows.counters().forEach((port, samples) -> histories.put(port, new PortHistory(samples)));
    }

    FabricFrame frame() {
        return frame;
    }

    Windows windows() {
        return windows;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /** Links that are there or planned, in order. */
    List<Link> links() {
        return links;
    }

    /** Jobs that were told of, in order of name. */
    List<Job> jobs() {
        return jobs;
    }

    /** Forwarding tables of InfiniBand switches, as far as they were told. */
    SortedMap<DeviceId, ForwardingTables.Told> tables() {
        return tables;
    }

    /** Light that comes in, by port that tells it. */
    SortedMap<PortId, OpticsWeak.Light> lights() {
        return lights;
    }

    /** What the counters of a port tell; empty where nothing is. */
    PortHistory history(PortId port) {
        return histories.getOrDefault(port, PortHistory.EMPTY);
    }

    /**
     * Switch ports that face the hosts of a job, by host; only of hosts with one port and no other running job, as what
     * these are sent is the job's.
     */
    SortedMap<DeviceId, PortId> edges(JobId job) {
        Set<DeviceId> own = new TreeSet<>();
        Set<DeviceId> ofOthers = new TreeSet<>();
        for (Job known : jobs) {
            (known.id().equals(job) ? own : ofOthers)
                    .addAll(
                            known.id().equals(job) || known.isRunning()
                                    ? known.hosts().values()
                                    : List.of());
        }
        SortedMap<DeviceId, PortId> edges = new TreeMap<>();
        for (DeviceId host : own) {
            List<PortId> ports = surroundings.ports(host);
            PortId edge = ports.size() == 1 ? surroundings.neighbour(ports.get(0)) : null;
            if (edge != null && !ofOthers.contains(host)) {
                edges.put(host, edge);
            }
        }
        return edges;
    }

    /** Event time that the frame and the windows have reached, ns since 1970; 0 where both are empty. */
    long reachNs() {
        return reachNs;
    }
}
