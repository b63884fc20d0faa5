/**
 * Runs the scenarios that are asked for on their topic, one after another, and tells how each is doing. This package must
 * not know who asks.
 */
@NullMarked
package io.fabrictwin.replay.worker;

import org.jspecify.annotations.NullMarked;
