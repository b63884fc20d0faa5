/**
 * Back-tests: what was changed in history is forecast as of then and scored against what followed. Pure: it must not know
 * where history lies or who runs the forecasts.
 */
@NullMarked
package io.fabrictwin.model.backtest;

import org.jspecify.annotations.NullMarked;
