/**
 * What UFM, the manager of an InfiniBand fabric, tells and is told: systems, telemetry, events, and plans of cabling.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.ufm;

import org.jspecify.annotations.NullMarked;
