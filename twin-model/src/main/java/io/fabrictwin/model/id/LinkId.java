package io.fabrictwin.model.id;

import java.util.Comparator;

/** The cable between two ports: an unordered pair, kept with the lesser port first so that both ends tell of one link. */
public record LinkId(PortId a, PortId b) implements Comparable<LinkId> {
    private static final Comparator<LinkId> ORDER =
            Comparator.comparing(LinkId::a).thenComparing(LinkId::b);

    public LinkId {
        if (a.equals(b)) {
            throw new IllegalArgumentException("link joins port " + a + " to itself");
        }
        if (a.compareTo(b) > 0) {
            PortId greater = a;
            a = b;
            b = greater;
        }
    }

    /** The end on the given device. */
    public PortId endAt(DeviceId device) {
        if (a.device().equals(device)) {
            return a;
        }
        if (b.device().equals(device)) {
            return b;
        }
        throw new IllegalArgumentException("link " + this + " has no end at " + device);
    }

    /** The port at the other end. */
    public PortId opposite(PortId port) {
        if (port.equals(a)) {
            return b;
        }
        if (port.equals(b)) {
            return a;
        }
        throw new IllegalArgumentException("link " + this + " has no end " + port);
    }

    @Override
    public int compareTo(LinkId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return a + " - " + b;
    }
}
