package io.fabrictwin.streams.query;

/** Reads the twin. Thread-safe. */
public interface TwinView {
    /** All that has been folded by now, as one consistent cut. The same object as before where nothing was folded since. */
    TwinCut cut();
}
