/**
 * How sure a forecast may be: parameters with priors and their fit, anchoring to what was observed last, intervals that hold
 * what they promise, and the scores that tell whether they did. Times are natural logarithms of nanoseconds, so errors are
 * relative; ratios are logarithms too.
 */
@NullMarked
package io.fabrictwin.model.calibration;

import org.jspecify.annotations.NullMarked;
