/** The verb {@code backtest}. Must not know how a forecast is made or scored. */
@NullMarked
package io.fabrictwin.cli.backtest;

import org.jspecify.annotations.NullMarked;
