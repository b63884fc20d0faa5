package io.fabrictwin.model.pause;

import io.fabrictwin.model.table.Table;

/**
 * A switch port with a lossless priority, as far as the size of its headroom depends on it.
 *
 * @param chip generation of the switch chip, such as {@code "spectrum-4"}
 * @param bitsPerSecond port speed
 * @param cableMeters length of the cable, m
 * @param portMtuBytes largest frame of the port, B
 * @param losslessMtuBytes largest frame of the lossless traffic, B
 * @param smallBytesShare share of bytes that travel in packets of 64 B, 0 to 1; 1 is the worst case
 * @param gearboxNs delay of a gearbox between port and chip, ns; 0 without
 * @param lanes lanes of the port
 * @param response how long the peer may take to heed a pause frame
 */
public record LosslessPort(
        String chip,
        double bitsPerSecond,
        double cableMeters,
        long portMtuBytes,
        long losslessMtuBytes,
        double smallBytesShare,
        double gearboxNs,
        int lanes,
        Response response) {
    static final int KIB = 1024;
    private static final int SMALL_PACKET_BYTES = 64;
    private static final double METERS_PER_SECOND = 1.98e8;
    private static final Table CHIPS = Table.of(LosslessPort.class, "chips.table");
    private static final Table QUANTA = Table.of(LosslessPort.class, "pause-quanta.table");

    /** How long the peer may take to heed a pause frame. */
    public enum Response {
        /** A fixed figure of the chip, as older headroom tables have it. */
        OF_CHIP,
        /** As many quanta of 512 bit times as IEEE 802.3 allows at the port's speed. */
        OF_STANDARD
    }

    public LosslessPort {
        CHIPS.row(chip);
        Require.positive("bitsPerSecond", bitsPerSecond);
        Require.notNegative("cableMeters", cableMeters);
        Require.positive("portMtuBytes", portMtuBytes);
        Require.positive("losslessMtuBytes", losslessMtuBytes);
        Require.share("smallBytesShare", smallBytesShare);
        Require.notNegative("gearboxNs", gearboxNs);
        Require.positive("lanes", lanes);
    }

    /** A port of up to four lanes without gearbox in the worst case: small packets alone, lossless frames of 1,024 B. */
    public static LosslessPort worstCase(
            String chip, double bitsPerSecond, double cableMeters, long portMtuBytes, Response response) {
        return new LosslessPort(chip, bitsPerSecond, cableMeters, portMtuBytes, KIB, 1, 0, 4, response);
    }

    /**
     * Headroom by the formula of an open switch OS (SONiC dynamic buffer design and its headroom script): what still
     * arrives after a pause is a frame that the peer has begun, the bytes on the cable both ways, in gearboxes and MAC,
     * and what the peer sends until it heeds the pause; each byte takes up to {@link #cellOccupancy()} bytes of cells.
     *
     * @throws IllegalArgumentException if the standard's response is asked for at a speed that it does not list
     */
    public Headroom headroom() {
        Table.Row row = CHIPS.row(chip);
        double bytesPerNs = bitsPerSecond / 8e9;
        double cable = 2 * cableMeters * bitsPerSecond / (METERS_PER_SECOND * 8);
        double inFlight = portMtuBytes
                + cable
                + bytesPerNs * (2 * gearboxNs + row.decimal("internalNs"))
                + row.decimal("macPhyKib") * KIB
                + responseBytes(row);
        double pipeline = row.decimal("pipelineKib") * KIB;
        boolean isWide = lanes == 8;
        long xon = roundUp(isWide ? 2 * pipeline - KIB : pipeline);
        long xoff = roundUp(losslessMtuBytes + inFlight * cellOccupancy());
        return new Headroom(xoff, xon, roundUp((double) xoff + xon + (isWide ? portMtuBytes : 0)));
    }

    /**
     * Bytes of cells per byte of traffic. A packet of 64 B fills a whole cell; where two fit into one, a packet just
     * longer than a cell, which takes two, is the worst case.
     */
    public double cellOccupancy() {
        double cell = CHIPS.row(chip).decimal("cellBytes");
        double worst = cell > 2 * SMALL_PACKET_BYTES ? cell / SMALL_PACKET_BYTES : Math.ceil(2 * cell / (1 + cell));
        return 1 - smallBytesShare + smallBytesShare * worst;
    }

    private double responseBytes(Table.Row row) {
        return switch (response) {
            case OF_CHIP -> row.decimal("peerResponseKib") * KIB;
            case OF_STANDARD ->
                QUANTA.row(Long.toString(Math.round(bitsPerSecond / 1e9))).whole("quanta") * 512 / 8.0;
        };
    }

    private static long roundUp(double bytes) {
        return (long) Math.ceil(bytes / KIB) * KIB;
    }
}
