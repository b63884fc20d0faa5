package io.fabrictwin.model.scenario;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The recorded connections of all jobs, and ports for connections that nobody has seen. */
final class Connections {
    private static final int PORTS = 65_536;
    /** Where senders number their queue pairs from, if no recorded connection tells. */
    private static final int FIRST_SOURCE_PORT = 49_152;

    /** Who talks to whom on which queue pair. */
    record Ends(JobId job, int stream, int sourceRank, int destinationRank, int queuePair) {}

    private record Key(Ends ends, DeviceId source, DeviceId destination) {}

    /** The ports of a connection; drawn if nobody has seen them. */
    record Ports(int source, int destination, boolean isDrawn) {}

    private final Map<Ends, Job.Connection> byEnds = new HashMap<>();
    private final Map<Key, Job.Connection> byEndsAndHosts = new HashMap<>();
    private final Map<JobId, Integer> firstSourcePort = new HashMap<>();

    static Connections of(FabricFrame frame) {
        Connections connections = new Connections();
        for (Job job : frame.jobs()) {
            for (Job.Connection connection : job.connections()) {
                Ends ends = new Ends(
                        job.id(),
                        connection.stream(),
                        connection.sourceRank(),
                        connection.destinationRank(),
                        connection.queuePair());
                connections.byEnds.put(ends, connection);
                connections.byEndsAndHosts.put(
                        new Key(ends, connection.sourceHost(), connection.destinationHost()), connection);
                connections.firstSourcePort.merge(
                        job.id(), connection.sourcePort() - connection.queuePair(), Math::min);
            }
        }
        return connections;
    }

    int count() {
        return byEndsAndHosts.size();
    }

    Iterable<Job.Connection> all() {
        return byEndsAndHosts.values();
    }

    /** The connection as recorded between just these hosts; null where there was none. */
    Job.@Nullable Connection between(Ends ends, DeviceId source, DeviceId destination) {
        return byEndsAndHosts.get(new Key(ends, source, destination));
    }

    /** Ports stay with the ranks when these move; those that are new are drawn by the seed. */
    Ports ports(Ends ends, boolean isRenewed, long seed) {
        Job.Connection recorded = byEnds.get(ends);
        if (recorded != null && !isRenewed) {
            return new Ports(recorded.sourcePort(), recorded.destinationPort(), false);
        }
        long mixed = seed;
        for (int part : List.of(
                ends.job().value().hashCode(),
                ends.stream(),
                ends.sourceRank(),
                ends.destinationRank(),
                ends.queuePair())) {
            mixed = new SplittableRandom(mixed * 31 + part).nextLong();
        }
        int first = firstSourcePort.getOrDefault(ends.job(), FIRST_SOURCE_PORT);
        return new Ports((first + ends.queuePair()) % PORTS, 1 + new SplittableRandom(mixed).nextInt(PORTS - 1), true);
    }
}
