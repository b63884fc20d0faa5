/**
 * The twin itself: what a fabric is, how events fold into it, and what a change would do to the jobs that run on it.
 * Pure functions and values: the JDK and JSpecify only.
 * Must not know files, sockets, clocks, unseeded random numbers, loggers, Kafka, Flink or Avro.
 */
@NullMarked
package io.fabrictwin.model;

import org.jspecify.annotations.NullMarked;
