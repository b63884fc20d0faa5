package io.fabrictwin.model.collective;

import java.util.List;

/**
 * A part of what goes over every edge of a tree. The first part fills the pipeline and the last one empties it, each from
 * edge to edge; what lies between streams over all edges at once. With parts of {@code c} bytes and {@code d} edges that
 * takes {@code bytes + (d - 1) c} bytes' time, as chunks of {@code c} do that follow each other.
 *
 * @param share of the bytes of an edge
 * @param isStreamed whether an edge sends it without waiting for other edges
 */
record Part(double share, boolean isStreamed) {
    /** The parts of some bytes, in order; one alone where they are too few to stream. */
    static List<Part> of(long bytes, long partBytes) {
        if (partBytes < 1) {
            throw new IllegalArgumentException("partBytes " + partBytes + " is not positive");
        }
        if (bytes <= 2 * partBytes) {
            return List.of(new Part(1, false));
        }
        double ends = (double) partBytes / bytes;
        return List.of(new Part(ends, false), new Part(1 - 2 * ends, true), new Part(ends, false));
    }

    long of(long bytes) {
        return Math.round(bytes * share);
    }
}
