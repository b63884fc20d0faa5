/**
 * What is wrong with a fabric, found by pure functions over frames and windows of counters, with evidence.
 * This package must not know who asks, or when.
 */
@NullMarked
package io.fabrictwin.model.detection;

import org.jspecify.annotations.NullMarked;
