/**
 * What jobs on NCCL and RCCL print: the library's debug log, with the tables of its benchmarks and the lines of PyTorch's
 * watchdog between: which ranks run where, over which NICs and transports they are joined, what they launched, how fast it
 * was, and what failed.
 * What a trainer prints between is left to those who read trainers.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl;

import org.jspecify.annotations.NullMarked;
