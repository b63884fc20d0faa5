/**
 * The wire: Avro records, the codec that writes and reads them, and the mapping between wire and domain events.
 * The only module where the generated classes and the domain types are both known.
 * Must not know topics, brokers or where bytes come from.
 */
@NullMarked
package io.fabrictwin.schemas;

import org.jspecify.annotations.NullMarked;
