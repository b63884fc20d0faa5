/**
 * The debug log of NCCL and RCCL, and the watchdog lines that PyTorch writes between: which ranks run where, over which
 * NICs and transports they are joined, what they launched, and what failed.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl;

import org.jspecify.annotations.NullMarked;
