/**
 * Domain values to bytes and back, in Avro's single-object encoding, with every schema version ever shipped.
 * Must not know topics, brokers or where bytes come from.
 */
@NullMarked
package io.fabrictwin.schemas.codec;

import org.jspecify.annotations.NullMarked;
