/**
 * Bounded Flink jobs, put together from source and operators. This package must not know the command line's verbs or how
 * an answer is shown.
 */
@NullMarked
package io.fabrictwin.replay.job;

import org.jspecify.annotations.NullMarked;
