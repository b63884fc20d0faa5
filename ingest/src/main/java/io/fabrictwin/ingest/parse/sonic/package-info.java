/**
 * SONiC's configuration database as a file: ports, cables planned, queues' ECN, pause and buffer settings of one switch.
 * It says what is meant, not what is: nothing here is an observation.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.sonic;

import org.jspecify.annotations.NullMarked;
