/**
 * The tables that the benchmarks of NCCL and RCCL print, alone or between the lines of a job's log, and their JSON.
 * Must not know what else stands in such a log, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.benchmark;

import org.jspecify.annotations.NullMarked;
