/**
 * The outside comes in: bytes of switches, NICs and jobs are parsed into events and published, each record counted once.
 * Bad input becomes a value with a code and a place and goes to quarantine; nothing is dropped silently.
 * Must not know the live twin, replay or how events are folded.
 */
@NullMarked
package io.fabrictwin.ingest;

import org.jspecify.annotations.NullMarked;
