/**
 * The dumps of NCCL's Inspector plugin: how long each collective of each rank took.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.inspector;

import org.jspecify.annotations.NullMarked;
