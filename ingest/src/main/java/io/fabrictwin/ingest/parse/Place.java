package io.fabrictwin.ingest.parse;

/**
 * Where in its input a record stands. The words are made when they are asked for: of most records nobody asks.
 */
@FunctionalInterface
public interface Place {
    /** In words that a person can find: {@code line 12}, {@code PORT|Ethernet0}. */
    String inWords();

    /** The line of that number, from 1. */
    static Place line(long number) {
        return () -> "line " + number;
    }
}
