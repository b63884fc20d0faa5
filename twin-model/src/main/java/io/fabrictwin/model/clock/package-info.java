/**
 * How far clocks are from each other, by what several of them stamped: pure functions over the frame and the history beside
 * it. This package must not know who keeps the history, nor who shows the outcome.
 */
@NullMarked
package io.fabrictwin.model.clock;

import org.jspecify.annotations.NullMarked;
