/**
 * The verb {@code show}: what the twin is now, as tables. Must not know how a frame is folded.
 */
@NullMarked
package io.fabrictwin.cli.show;

import org.jspecify.annotations.NullMarked;
