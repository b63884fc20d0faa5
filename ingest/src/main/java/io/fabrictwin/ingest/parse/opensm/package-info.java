/**
 * What a subnet manager writes: its log, and the dumps of its subnet, tables and addresses; also tables that tools read
 * from the switches in the same forms.
 * Must not know what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.opensm;

import org.jspecify.annotations.NullMarked;
