package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What every detection reads. */
record Context(FabricFrame frame, Windows windows, Surroundings surroundings) {
    Context(FabricFrame frame, Windows windows) {
        this(frame, windows, new Surroundings(frame));
    }

    /**
     * Switch ports that face the hosts of a job, by host; only of hosts with one port and no other running job, as what
     * these are sent is the job's.
     */
    SortedMap<DeviceId, PortId> edges(JobId job) {
        Set<DeviceId> own = new TreeSet<>();
        Set<DeviceId> ofOthers = new TreeSet<>();
        for (Job known : frame.jobs()) {
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
        return Math.max(frame.eventTimeReachNs().orElse(0L), windows.reachNs());
    }
}
