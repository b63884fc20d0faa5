/**
 * What SONiC's show commands print: tables of ports and queues, profiles, transceivers, and the same as JSON.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.soniccli;

import org.jspecify.annotations.NullMarked;
