package io.fabrictwin.model.incident;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ports and devices that a job's connections go over, as far as they were told. */
final class JobWays {
    private final Job job;
    private final Map<String, List<PortId>> portsByEnds = new HashMap<>();
    /** Devices and ports by name, with the connections over each. */
    private final Map<String, List<Job.Connection>> connections = new HashMap<>();

    private final Set<String> hosts = new TreeSet<>();
    private final Set<PortId> ports = new TreeSet<>();

    private JobWays(Job job) {
        this.job = job;
    }

    static @Nullable JobWays of(FabricFrame frame, JobId id) {
        for (Job job : frame.jobs()) {
            if (job.id().equals(id)) {
                JobWays ways = new JobWays(job);
                ways.read(frame);
                return ways;
            }
        }
        return null;
    }

    private void read(FabricFrame frame) {
        Set<DeviceId> own = new HashSet<>(job.hosts().values());
        own.forEach(host -> hosts.add(host.value()));
        for (Link link : frame.links()) {
            PortId a = link.id().a();
            PortId b = link.id().b();
            portsByEnds
                    .computeIfAbsent(ends(a.device(), b.device()), ends -> new ArrayList<>())
                    .addAll(List.of(a, b));
            portsByEnds
                    .computeIfAbsent(ends(b.device(), a.device()), ends -> new ArrayList<>())
                    .addAll(List.of(a, b));
            if (own.contains(a.device()) || own.contains(b.device())) {
                ports.add(a);
                ports.add(b);
            }
        }
        for (Job.Connection connection : job.connections()) {
            List<DeviceId> path = connection.path();
            Set<String> over = new TreeSet<>();
            for (int hop = 0; hop < path.size(); hop++) {
                over.add(path.get(hop).value());
                for (PortId port : hop == 0
                        ? List.<PortId>of()
                        : portsByEnds.getOrDefault(ends(path.get(hop - 1), path.get(hop)), List.of())) {
                    over.add(port.toString());
                    ports.add(port);
                }
            }
            over.forEach(name ->
                    connections.computeIfAbsent(name, id -> new ArrayList<>()).add(connection));
        }
    }

    private static String ends(DeviceId from, DeviceId to) {
        return from + ">" + to;
    }

    Job job() {
        return job;
    }

    boolean areKnown() {
        return !job.connections().isEmpty();
    }

    /** Ports of the ways and of the hosts' own links. */
    Set<PortId> ports() {
        return ports;
    }

    /** Whether an entity of a finding lies on a way, is a host of the job or is the job. */
    boolean touch(String entity) {
        return entity.equals(job.id().value())
                || hosts.contains(entity)
                || connections.containsKey(entity)
                || ports.stream().anyMatch(port -> port.toString().equals(entity));
    }

    /** Connections over a device or port. */
    List<Job.Connection> over(String entity) {
        return connections.getOrDefault(entity, List.of());
    }
}
