/**
 * The wire: what lies on which topic, and the records that only the wire knows.
 * Schemas are in {@code src/main/avro}, every version ever shipped in {@code src/main/avro-history}.
 * Must not know brokers, clients or where bytes come from.
 */
@NullMarked
package io.fabrictwin.schemas;

import org.jspecify.annotations.NullMarked;
