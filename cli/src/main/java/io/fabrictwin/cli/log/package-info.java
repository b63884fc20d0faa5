/**
 * The plain way to read history: every event of the topics of truth, once, into the fold in memory.
 * It is what the live twin and the replay are measured against. Must not know Kafka Streams or Flink's jobs.
 */
@NullMarked
package io.fabrictwin.cli.log;

import org.jspecify.annotations.NullMarked;
