package io.fabrictwin.ingest.parse;

import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.Set;

/** One form in which the outside tells facts, and the parser of it. Stateless: one instance serves all inputs. */
public interface Format {
    /** As typed by people and kept in the source of every event: {@code sonic-config-db}. */
    String name();

    /** Who writes it, in one line for people who look for a format. */
    String emittedBy();

    /** The types of event that it may yield. */
    Set<Class<? extends FabricEvent>> yields();

    /** How much an input looks like this format. Only content counts: no name, no size. */
    Likeness recognise(Head head);

    /** Whether the format is a folder of files rather than a file. */
    default boolean isFolder() {
        return false;
    }

    /** Of a folder: whether the file of this name (without {@code .gz}) is part of it and of its identity. */
    default boolean hasPart(String fileName) {
        return true;
    }

    /**
     * Hands every record of the input to the sink exactly once, in order, and keeps no more than one record in memory
     * where the format allows. Bad data never throws: it is rejected with its place and reason.
     *
     * @throws IOException if the input cannot be read at all
     */
    void parse(Input input, Sink sink) throws IOException;
}
