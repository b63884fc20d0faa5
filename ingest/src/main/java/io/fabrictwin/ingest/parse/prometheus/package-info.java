/**
 * Prometheus' text exposition: counters of host and switch ports and readings of switches, GPUs and ranks, under the
 * names that the exporters in use gave them. A scrape spreads one port over many lines; here it becomes one sample again.
 * Must not know how a scrape is fetched, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.prometheus;

import org.jspecify.annotations.NullMarked;
