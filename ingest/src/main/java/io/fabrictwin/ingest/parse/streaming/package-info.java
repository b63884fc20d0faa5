/**
 * Telemetry that devices stream, as collectors store it: gNMI, Cisco's model-driven telemetry and OTLP metrics.
 * Must not know how a stream is subscribed to or received.
 */
@NullMarked
package io.fabrictwin.ingest.parse.streaming;

import org.jspecify.annotations.NullMarked;
