/**
 * Network-wide fluid of one run: senders with their rate control, egress queues with marking, ingress accounting with
 * pauses, and activities that wait for each other. Knows ports, bytes and nanoseconds; must not know collectives,
 * jobs, events, files or clocks.
 */
@NullMarked
package io.fabrictwin.model.congestion;

import org.jspecify.annotations.NullMarked;
