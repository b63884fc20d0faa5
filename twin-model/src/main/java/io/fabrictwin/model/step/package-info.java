/**
 * Training steps as activities of the congestion engine: computing, collectives over queue pairs, the barrier at the end.
 * This package must not know frames, recordings or changes.
 */
@NullMarked
package io.fabrictwin.model.step;

import org.jspecify.annotations.NullMarked;
