/**
 * What Cumulus Linux shows with NVUE: trees of keys with their values in force and as configured, and tables.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nvue;

import org.jspecify.annotations.NullMarked;
