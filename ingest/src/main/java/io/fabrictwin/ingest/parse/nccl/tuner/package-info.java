/**
 * How operators override the library's choice of algorithms: rules of the tuner plugin and schedules made by hand.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.nccl.tuner;

import org.jspecify.annotations.NullMarked;
