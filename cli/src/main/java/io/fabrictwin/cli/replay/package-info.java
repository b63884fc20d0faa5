/**
 * The verb {@code replay}: a span of history on Flink, as a timeline. Must not know how it is replayed.
 */
@NullMarked
package io.fabrictwin.cli.replay;

import org.jspecify.annotations.NullMarked;
