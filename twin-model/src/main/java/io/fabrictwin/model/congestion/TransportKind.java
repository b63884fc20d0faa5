package io.fabrictwin.model.congestion;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How senders choose their rate and what the switches do about it. */
public enum TransportKind {
    /** Senders under DCQCN rate control, switches that mark and pause. */
    ROCE_DCQCN("roce-dcqcn"),
    /** Senders always at line rate, pauses alone hold them back. */
    ROCE_PFC_ONLY("roce-pfc-only"),
    /** Max-min fair rates at every instant, no queues: the bound that a perfect transport would reach. */
    IDEAL("ideal");

    private final String wireName;

    TransportKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name in files and on the command line. */
    public String wireName() {
        return wireName;
    }

    /**
     * The kind of this name.
     *
     * @throws IllegalArgumentException for a name that is none of the kinds; the message lists them
     */
    public static TransportKind ofWireName(String name) {
        for (TransportKind kind : values()) {
            if (kind.wireName.equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind must be one of "
                + Arrays.stream(values()).map(TransportKind::wireName).collect(Collectors.joining(", ")) + ": " + name);
    }
}
