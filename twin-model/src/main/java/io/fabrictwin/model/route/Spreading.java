package io.fabrictwin.model.route;

import org.jspecify.annotations.Nullable;

/**
 * How a switch spreads traffic over its equal next hops.
 *
 * @param mode what decides
 * @param flowletGapNs idle time of a connection after which it may move, ns; 0 where mode is not {@link Mode#FLOWLET}
 * @param hashing what the hash reads; null: as it always did
 */
public record Spreading(Mode mode, long flowletGapNs, Ecmp.@Nullable Hashing hashing) {
    /** A hash that nobody has changed. */
    public static final Spreading USUAL = new Spreading(Mode.ECMP, 0, null);

    /** What decides on the next hop. */
    public enum Mode {
        /** A hash pins every connection. */
        ECMP("ecmp"),
        /** A connection that has been idle may take another next hop. */
        FLOWLET("flowlet"),
        /** Packets go to the next hops by the rate that each port has left; what lies behind the next switch is not seen. */
        ADAPTIVE("adaptive"),
        /** Packets go to all next hops in turn. */
        SPRAY("spray");

        private final String word;

        Mode(String word) {
            this.word = word;
        }

        /** As people write it. */
        public String word() {
            return word;
        }
    }

    public Spreading {
        if (flowletGapNs < 0 || (flowletGapNs > 0) != (mode == Mode.FLOWLET)) {
            throw new IllegalArgumentException("gap of " + flowletGapNs + " ns with " + mode);
        }
    }

    /** The same with another hash; null: as it always was. */
    public Spreading with(Ecmp.@Nullable Hashing other) {
        return new Spreading(mode, flowletGapNs, other);
    }

    /** Whether packets of one message may overtake each other. */
    public boolean reorders() {
        return mode == Mode.ADAPTIVE || mode == Mode.SPRAY;
    }
}
