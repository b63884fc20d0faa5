package io.fabrictwin.ingest.parse;

/** Reads the lines of one input, in order. */
@FunctionalInterface
public interface LineReader {
    /** Hands the line to the sink, as the one record that it is. */
    void read(Line line, Sink sink);
}
