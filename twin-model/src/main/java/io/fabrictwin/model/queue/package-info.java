/**
 * Scenarios that are asked of workers: the notes that tell of them, and the queue that is the fold of the notes. Pure: it
 * must not know how notes travel or who works.
 */
@NullMarked
package io.fabrictwin.model.queue;

import org.jspecify.annotations.NullMarked;
