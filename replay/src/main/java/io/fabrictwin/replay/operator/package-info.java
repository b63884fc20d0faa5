/**
 * The fold as Flink operators: records become mergeable parts, parts of one key become one. Thin: what an event says and
 * how states merge is the model's. This package must not know where records come from or who asked.
 */
@NullMarked
package io.fabrictwin.replay.operator;

import org.jspecify.annotations.NullMarked;
