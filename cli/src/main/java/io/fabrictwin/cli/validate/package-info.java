/**
 * The verb {@code validate}: climbs the ladder of the model and scores the engine against packet-level truth.
 * This package must not know the log.
 */
@NullMarked
package io.fabrictwin.cli.validate;

import org.jspecify.annotations.NullMarked;
