/**
 * Into the log, and what of a source is in it already: an idempotent producer, quarantine, and the scan for duplicates.
 * Must not know formats, files or how records are counted.
 */
@NullMarked
package io.fabrictwin.ingest.publish;

import org.jspecify.annotations.NullMarked;
