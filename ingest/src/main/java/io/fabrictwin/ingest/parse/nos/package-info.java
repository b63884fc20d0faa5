/**
 * What switches' own systems show of their interfaces and queues (EOS, NX-OS, IOS XR, Junos, VRP), as text and as JSON.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nos;

import org.jspecify.annotations.NullMarked;
