package io.fabrictwin.model.scenario;

import io.fabrictwin.model.step.QueuePairs;
import java.util.Arrays;
import java.util.List;

/**
 * Ways through the queues of another priority of the same lines.
 *
 * @param pairs ways through those of the priority in use
 * @param portsOfLinks ports of links in each priority; those behind are of none
 * @param by how far the ports of that priority are from those of the one in use
 */
record LaneWays(QueuePairs pairs, int portsOfLinks, int by) implements QueuePairs {
    @Override
    public List<Way> ways(int stream, int sourceRank, int destinationRank) {
        return moved(pairs.ways(stream, sourceRank, destinationRank));
    }

    @Override
    public List<Way> ways(Sending sending) {
        return moved(pairs.ways(sending));
    }

    private List<Way> moved(List<Way> ways) {
        return ways.stream()
                .map(way -> {
                    int[] acks = way.ackPorts();
                    return new Way(moved(way.ports()), acks == null ? null : moved(acks), way.weight());
                })
                .toList();
    }

    private int[] moved(int[] ports) {
        return Arrays.stream(ports)
                .map(port -> port < portsOfLinks ? port + by : port)
                .toArray();
    }
}
