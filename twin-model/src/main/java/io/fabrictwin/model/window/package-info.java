/**
 * Rolling windows: what a port, queue or job did in the last second, ten seconds, minute and hour, by its samples alone.
 * This package must not know who keeps the samples, nor what a window is a sign of.
 */
@NullMarked
package io.fabrictwin.model.window;

import org.jspecify.annotations.NullMarked;
