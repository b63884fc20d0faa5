/**
 * Tables that say which part of a cluster each server hangs from.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.placement;

import org.jspecify.annotations.NullMarked;
