/**
 * What the live twin keeps: entity states, bounded windows of history beside them, and positions; and the lock that makes
 * a cut of all three consistent. This package must not know what an event means or who asks.
 */
@NullMarked
package io.fabrictwin.streams.store;

import org.jspecify.annotations.NullMarked;
