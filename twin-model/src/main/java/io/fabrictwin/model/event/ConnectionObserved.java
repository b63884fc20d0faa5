package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection between two ranks, with the path that its packets take.
 *
 * @param meta where, when and from whom
 * @param job the job
 * @param stream stream it serves
 * @param sourceRank sending rank
 * @param destinationRank receiving rank
 * @param sourceHost sender
 * @param destinationHost receiver
 * @param queuePair index among the queue pairs of the two ranks
 * @param sourcePort UDP or simulated source port
 * @param destinationPort destination port
 * @param path devices from sender to receiver
 * @param messages messages sent on this path; null: not told
 * @param bytes bytes sent on this path; null: not told
 */
public record ConnectionObserved(
        EventMeta meta,
        JobId job,
        int stream,
        int sourceRank,
        int destinationRank,
        DeviceId sourceHost,
        DeviceId destinationHost,
        int queuePair,
        int sourcePort,
        int destinationPort,
        List<DeviceId> path,
        @Nullable Long messages,
        @Nullable Long bytes)
        implements FabricEvent {

    public ConnectionObserved {
        Require.notNegative("stream", stream);
        Require.notNegative("sourceRank", sourceRank);
        Require.notNegative("destinationRank", destinationRank);
        Require.notNegative("queuePair", queuePair);
        Require.notNegative("sourcePort", sourcePort);
        Require.notNegative("destinationPort", destinationPort);
        Require.notNegative("messages", messages);
        Require.notNegative("bytes", bytes);
        path = List.copyOf(path);
    }

    @Override
    public Topic topic() {
        return Topic.WORKLOAD;
    }

    @Override
    public String key() {
        return job.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.connectionObserved(this);
    }
}
