package io.fabrictwin.ingest.parse.sonicdb;

import org.jspecify.annotations.Nullable;

/**
 * What an object of the switch chip is.
 *
 * @param kind which kind of object
 * @param name the port it is of, or the pool
 * @param index of a queue or priority group; null: it is none
 */
record Place(Kind kind, String name, @Nullable Integer index) {
    enum Kind {
        PORT,
        QUEUE,
        VIRTUAL_QUEUE,
        PRIORITY_GROUP,
        POOL,
        OTHER
    }
}
