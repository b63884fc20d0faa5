/**
 * Facts about a fabric and its jobs: one sealed {@link io.fabrictwin.model.event.FabricEvent}, one record per fact.
 * An event is noun plus past participle; a measurement ends in Observed. Absent is {@code null}, never zero.
 * This package must not know how facts are parsed, sent or folded.
 */
@NullMarked
package io.fabrictwin.model.event;

import org.jspecify.annotations.NullMarked;
