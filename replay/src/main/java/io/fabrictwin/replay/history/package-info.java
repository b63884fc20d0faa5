/**
 * Folds that are kept, and the way back to any time from the nearest of them. Without Flink: an answer about the past
 * should take no longer than reading what it needs. Must not know what an event says.
 */
@NullMarked
package io.fabrictwin.replay.history;

import org.jspecify.annotations.NullMarked;
