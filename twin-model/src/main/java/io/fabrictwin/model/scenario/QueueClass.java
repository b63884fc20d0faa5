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

    /** Part of a line among queues that are not strict. */
    double weight = 1;
    /** Whether it goes before all queues that are not. */
    boolean isStrict;

    QueueClass copy() {
        QueueClass copy = new QueueClass();
        copy.weight = weight;
        copy.isStrict = isStrict;
        copy.ecn.putAll(ecn);
        copy.pfc.putAll(pfc);
        return copy;
    }

    void remove(PortId port) {
        ecn.remove(port);
        pfc.remove(port);
    }

    /** Whether it gets the same part of a line. */
    boolean isServedLike(QueueClass other) {
        return weight == other.weight && isStrict == other.isStrict;
    }

    /** Whether a run that has no other queues would read just the same. */
    boolean isLike(QueueClass other) {
        return ecn.equals(other.ecn) && pfc.equals(other.pfc);
    }
}
