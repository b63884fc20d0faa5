/**
 * The database of one run of ibdiagnet, as sections of comma-separated rows.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.ibdiagnet;

import org.jspecify.annotations.NullMarked;
