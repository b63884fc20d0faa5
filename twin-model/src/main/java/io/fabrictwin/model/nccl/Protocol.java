package io.fabrictwin.model.nccl;

import java.util.Locale;

/** How NCCL tells the receiver that data has come. */
public enum Protocol {
    /** A flag beside every four bytes: half the rate, least latency. */
    LL("LL", 0),
    /** A flag per 128 bytes: nearly the full rate; needs stores that arrive whole. */
    LL128("LL128", 1),
    /** A fence per slice. */
    SIMPLE("Simple", 2);

    private final String libraryName;
    private final int place;

    Protocol(String libraryName, int place) {
        this.libraryName = libraryName;
        this.place = place;
    }

    /** The name that NCCL_PROTO and NCCL's log use. */
    public String libraryName() {
        return libraryName;
    }

    /** Finds a protocol by {@link #libraryName()}, in any case. */
    public static Protocol ofLibraryName(String name) {
        for (Protocol protocol : values()) {
            if (protocol.libraryName.equalsIgnoreCase(name)) {
                return protocol;
            }
        }
        throw new IllegalArgumentException("protocol must be one of LL, LL128, Simple: " + name);
    }

    /** Place in constants that have one value a protocol. */
    int place() {
        return place;
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
