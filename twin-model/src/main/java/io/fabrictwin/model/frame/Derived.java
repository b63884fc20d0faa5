package io.fabrictwin.model.frame;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was read out of a frame's states: once, and again only where something that it was read from has changed. */
final class Derived {
    /** Whoever tells of one of these tells of a job. */
    static final Set<EntityKind> OF_JOBS = EnumSet.of(
            EntityKind.JOB,
            EntityKind.RANK,
            EntityKind.COLLECTIVE,
            EntityKind.CONNECTION,
            EntityKind.COMMUNICATOR,
            EntityKind.CHANNEL,
            EntityKind.NIC,
            EntityKind.FAILURE,
            EntityKind.RING,
            EntityKind.TREE,
            EntityKind.COMMUNICATOR_HEALTH,
            EntityKind.TIMEOUT,
            EntityKind.BENCHMARK,
            EntityKind.COMPUTE_PLAN);

    private @Nullable List<Device> devices;
    private @Nullable List<Link> links;
    private @Nullable List<Port> ports;
    private @Nullable List<Queue> queues;
    private @Nullable List<Job> jobs;

    /** What still holds after these entities changed, under the same names and sweeps. */
    synchronized Derived without(Set<EntityKey> changed) {
        Set<EntityKind> kinds = EnumSet.noneOf(EntityKind.class);
        changed.forEach(key -> kinds.add(key.kind()));
        Derived kept = new Derived();
        kept.devices = kinds.contains(EntityKind.DEVICE) ? null : devices;
        kept.links = kinds.contains(EntityKind.LINK) ? null : links;
        kept.ports = kinds.contains(EntityKind.LINK) || kinds.contains(EntityKind.PORT) ? null : ports;
        kept.queues =
                kinds.contains(EntityKind.DEVICE) || kinds.contains(EntityKind.PORT) || kinds.contains(EntityKind.QUEUE)
                        ? null
                        : queues;
        kinds.retainAll(OF_JOBS);
        kept.jobs = kinds.isEmpty() ? jobs : null;
        return kept;
    }

    synchronized List<Device> devices(Supplier<List<Device>> read) {
        List<Device> known = devices;
        if (known == null) {
            known = read.get();
            devices = known;
        }
        return known;
    }

    synchronized List<Link> links(Supplier<List<Link>> read) {
        List<Link> known = links;
        if (known == null) {
            known = read.get();
            links = known;
        }
        return known;
    }

    synchronized List<Port> ports(Supplier<List<Port>> read) {
        List<Port> known = ports;
        if (known == null) {
            known = read.get();
            ports = known;
        }
        return known;
    }

    synchronized List<Queue> queues(Supplier<List<Queue>> read) {
        List<Queue> known = queues;
        if (known == null) {
            known = read.get();
            queues = known;
        }
        return known;
    }

    synchronized List<Job> jobs(Supplier<List<Job>> read) {
        List<Job> known = jobs;
        if (known == null) {
            known = read.get();
            jobs = known;
        }
        return known;
    }
}
