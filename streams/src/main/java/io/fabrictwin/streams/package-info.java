/**
 * The live twin: the model's fold on Kafka Streams, its stores and queries, and the console over HTTP.
 * Processors are thin: fetch state, call the model, store, forward.
 * Must not know ingest, replay, or any rule of the fold.
 */
@NullMarked
package io.fabrictwin.streams;

import org.jspecify.annotations.NullMarked;
