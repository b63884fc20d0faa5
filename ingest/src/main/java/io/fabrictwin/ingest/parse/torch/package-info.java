/**
 * What PyTorch records of a rank: the flight recorder of its collectives, its watchdog's lines, its profiler's traces and
 * its execution traces.
 * Must not know trainers' logs, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.torch;

import org.jspecify.annotations.NullMarked;
