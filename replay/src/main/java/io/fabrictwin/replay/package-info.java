/**
 * History, bent: the model's fold and engine on Flink, over a part of the log or over the log with changes grafted on.
 * Operators are thin and jobs are bounded: a run reads up to positions fixed when it starts.
 * Must not know ingest, the live twin, or any rule of the fold or the engine.
 */
@NullMarked
package io.fabrictwin.replay;

import org.jspecify.annotations.NullMarked;
