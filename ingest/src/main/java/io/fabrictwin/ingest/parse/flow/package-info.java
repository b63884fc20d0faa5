/**
 * Flows and counters that network devices send as datagrams: sFlow, NetFlow and IPFIX, as the payloads that a collector
 * stored.
 * Must not know how datagrams come over the network.
 */
@NullMarked
package io.fabrictwin.ingest.parse.flow;

import org.jspecify.annotations.NullMarked;
