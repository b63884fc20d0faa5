/**
 * LLDP as it is shown by lldpd and network systems, or captured from the wire: who is at the other end of which port.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.lldp;

import org.jspecify.annotations.NullMarked;
