package io.fabrictwin.model.id;

import java.util.Comparator;

/** A queue of a port: of a priority on RoCE, of a virtual lane on InfiniBand. */
public record QueueId(PortId port, int priority) implements Comparable<QueueId> {
    private static final Comparator<QueueId> ORDER =
            Comparator.comparing(QueueId::port).thenComparingInt(QueueId::priority);

    @Override
    public int compareTo(QueueId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return port + " " + priority;
    }
}
