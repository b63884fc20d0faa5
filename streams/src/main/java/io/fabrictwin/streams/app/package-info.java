/**
 * The live twin as a whole: settings, start and stop, waiting for the broker, findings out, forecasts in, metrics.
 * This package must not know the web library or any rule of the fold.
 */
@NullMarked
package io.fabrictwin.streams.app;

import org.jspecify.annotations.NullMarked;
