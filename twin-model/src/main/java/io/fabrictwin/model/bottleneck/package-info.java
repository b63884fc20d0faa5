/**
 * One congested link under DCQCN: its fixed point, its recovery, its stability in closed form, and an emulation of what
 * closed forms miss. Knows rates, bytes and nanoseconds; must not know networks, paths, collectives or events.
 */
@NullMarked
package io.fabrictwin.model.bottleneck;

import org.jspecify.annotations.NullMarked;
