/**
 * The verb {@code fork}: questions of laboratory recordings, folded in memory and answered by the model's forecaster.
 * This package must not know how a forecast is made.
 */
@NullMarked
package io.fabrictwin.cli.fork;

import org.jspecify.annotations.NullMarked;
