/**
 * The traces that NCCL's example profiler plugin writes.
 * Must not know other traces, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.profiler;

import org.jspecify.annotations.NullMarked;
