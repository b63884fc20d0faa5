/**
 * The verb {@code sweep}: one question in many settings, run side by side, kept and ranked. This package must not know how
 * a forecast is made, or how settings are compared.
 */
@NullMarked
package io.fabrictwin.cli.sweep;

import org.jspecify.annotations.NullMarked;
