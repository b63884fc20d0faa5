package io.fabrictwin.model.multipath;

import java.util.Optional;

/** How a leaf picks among the spines that reach another leaf. */
public sealed interface PathPicker {
    /**
     * Static ECMP: the hash of a queue pair's addresses and source port, seeded by the leaf, modulo the number of spines
     * left (RFC 2992). Whoever does not know the real hash draws seeds; the same seed gives every queue pair the same
     * hash before and after a change.
     */
    record StaticHash() implements PathPicker {}

    /**
     * Flowlet switching: a queue pair keeps its path until an idle gap longer than the switch's timer, then draws anew.
     * RDMA at line rate leaves no gaps: with a probability of 0 this is static ECMP.
     *
     * @param messages messages of a queue pair in the time that is looked at, at least 1
     * @param redrawProbability probability that the gap before a message exceeds the timer, 0 to 1
     */
    record Flowlet(int messages, double redrawProbability) implements PathPicker {
        public Flowlet {
            if (messages < 1 || !(redrawProbability >= 0 && redrawProbability <= 1)) {
                throw new IllegalArgumentException(
                        "flowlets need a message and a probability: " + messages + ", " + redrawProbability);
            }
        }
    }

    /**
     * The leaf gives a new queue pair the uplink with the least load per capacity among some that it draws, in the order in
     * which queue pairs start; it does not see the links beyond the spine. As many choices as spines is full knowledge.
     *
     * @param choices uplinks that are compared, at least 1
     */
    record LeastLoaded(int choices) implements PathPicker {
        public LeastLoaded {
            if (choices < 1) {
                throw new IllegalArgumentException("at least one choice: " + choices);
            }
        }
    }

    /**
     * Every packet by itself (spraying, adaptive routing): a fraction on each path in proportion to its capacity.
     *
     * @param efficiency share of a fabric link's capacity that spraying can fill, in (0, 1]; published figures lie between
     *     0.90 and 0.98
     */
    record Spray(double efficiency) implements PathPicker {
        public Spray {
            if (!(efficiency > 0 && efficiency <= 1)) {
                throw new IllegalArgumentException("efficiency must lie in (0, 1]: " + efficiency);
            }
        }
    }

    /** What a receiving NIC does with packets out of order. */
    enum Receiver {
        /** Go-back-N: a packet out of order counts as a loss. */
        IN_ORDER,
        /** Places packets wherever they belong. */
        REORDERING
    }

    /** Why this way of picking does not suit a receiver; empty if it does. */
    default Optional<String> warning(Receiver receiver) {
        if (this instanceof Spray && receiver == Receiver.IN_ORDER) {
            return Optional.of("spraying reorders packets and the receiver takes them in order only: go-back-N will"
                    + " collapse; turn on out-of-order placement at the receiver or do not spray. The rates given hold"
                    + " for a receiver that reorders");
        }
        return Optional.empty();
    }
}
