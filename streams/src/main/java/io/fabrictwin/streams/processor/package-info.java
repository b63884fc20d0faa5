/**
 * The fold on the stream: decode, ask the model for the writes, store them; what cannot be decoded goes to quarantine.
 * This package must not know what any event means.
 */
@NullMarked
package io.fabrictwin.streams.processor;

import org.jspecify.annotations.NullMarked;
