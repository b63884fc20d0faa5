/**
 * Fills an archive: what the topics of truth hold goes into files that outlive it. A file is written once and appears
 * whole, and the manifest names it only then: whatever ends a run, the archive is whole.
 * This package must not know how events fold.
 */
@NullMarked
package io.fabrictwin.replay.archive;

import org.jspecify.annotations.NullMarked;
