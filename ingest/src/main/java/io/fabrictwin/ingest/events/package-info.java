/**
 * The format {@code events}: one JSON object a line for every event there is, for people who write adapters.
 * It reads and writes any event from the components of its record alone, strictly; docs/events.md shows each type.
 * Must not know what an event means.
 */
@NullMarked
package io.fabrictwin.ingest.events;

import org.jspecify.annotations.NullMarked;
