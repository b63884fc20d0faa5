/**
 * What is inside a server, as NCCL and RCCL write it down: GPUs and NICs with the PCIe tree between them, and the channels
 * that were searched over it.
 * Must not know what a job does with them.
 */
@NullMarked
package io.fabrictwin.ingest.parse.hardware;

import org.jspecify.annotations.NullMarked;
