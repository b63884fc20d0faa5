package io.fabrictwin.ingest.parse;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** One file, or one folder for formats that are folders. */
public interface Input {
    /** Its name for messages: the path as given; of a file in a folder the file's name without {@code .gz}. */
    String name();

    /** Whether it is a folder; most inputs are none. */
    default boolean isFolder() {
        return false;
    }

    /** The files of a folder, sorted by name, also those that are not part of the format; of a file: none. */
    default List<Input> files() {
        return List.of();
    }

    /** The content of a file, uncompressed. May be called again; each call starts at the beginning. */
    InputStream open() throws IOException;

    /** What its events share. A folder and its files have the same. */
    EventContext context();
}
