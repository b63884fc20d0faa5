/**
 * Assertions over forecasts, as a gate of a change pipeline checks them: how they are written, and what they say of a
 * forecast. This package must not know files or how an answer is shown.
 */
@NullMarked
package io.fabrictwin.model.gate;

import org.jspecify.annotations.NullMarked;
