/**
 * What if: changes a person may try on a frame, the scenario that holds them, and the forecast that comes back.
 * This package must not know how a frame was folded or where a forecast goes.
 */
@NullMarked
package io.fabrictwin.model.scenario;

import org.jspecify.annotations.NullMarked;
