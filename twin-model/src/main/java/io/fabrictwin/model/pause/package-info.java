/**
 * What lossless links do to traffic, in closed form and at flow level: headroom and thresholds of priority flow control,
 * cycles of pauses, storms and their watchdog, dependencies between buffers, blocked victims, credits, and what a loss
 * costs. Knows links by number and rates; must not know jobs, events or the network-wide fluid, which may use it.
 */
@NullMarked
package io.fabrictwin.model.pause;

import org.jspecify.annotations.NullMarked;
