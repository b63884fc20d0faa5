/**
 * The read port: consistent cuts of what the live twin knows, over the stores or in memory.
 * This package must not know HTTP, and of Kafka only what the stores show.
 */
@NullMarked
package io.fabrictwin.streams.query;

import org.jspecify.annotations.NullMarked;
