/**
 * Where history comes from: the topics of truth, read up to end positions that are fixed when a job starts.
 * This package must not know what a record means.
 */
@NullMarked
package io.fabrictwin.replay.source;

import org.jspecify.annotations.NullMarked;
