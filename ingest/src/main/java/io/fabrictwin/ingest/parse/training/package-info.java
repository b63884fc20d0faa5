/**
 * The logs of trainers: how long steps took, when checkpoints were written, when jobs began and ended.
 * Must not know what the collective library writes between, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.training;

import org.jspecify.annotations.NullMarked;
