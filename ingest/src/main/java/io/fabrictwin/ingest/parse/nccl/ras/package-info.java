/**
 * What NCCL's service for reliability, availability and serviceability tells of a running job.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.ras;

import org.jspecify.annotations.NullMarked;
