package io.fabrictwin.model.scenario;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.id.PortId;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the switches do with one priority: a queue at every egress port, and pausing at every ingress port. */
final class QueueClass {
    /** Marking of the egress queues. */
    final SortedMap<PortId, EcnProfile> ecn = new TreeMap<>();
    /** Pausing by the ingress ports. */
    final SortedMap<PortId, PfcProfile> pfc = new TreeMap<>();

    QueueClass copy() {
        QueueClass copy = new QueueClass();
        copy.ecn.putAll(ecn);
        copy.pfc.putAll(pfc);
        return copy;
    }

    void remove(PortId port) {
        ecn.remove(port);
        pfc.remove(port);
    }

    /** Whether a run would read just the same. */
    boolean isLike(QueueClass other) {
        return ecn.equals(other.ecn) && pfc.equals(other.pfc);
    }
}
