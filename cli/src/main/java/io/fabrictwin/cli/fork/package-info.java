/**
 * The verb {@code fork}: questions about the log, answered on Flink, and those of laboratory recordings, in memory or there.
 * This package must not know how a forecast is made.
 */
@NullMarked
package io.fabrictwin.cli.fork;

import org.jspecify.annotations.NullMarked;
