/**
 * The fold: events become writes to attributes of entities, and the newest write of each attribute stands. The state
 * after a set of events depends on the set alone. This package must not know topics, brokers or where a state is kept.
 */
@NullMarked
package io.fabrictwin.model.state;

import org.jspecify.annotations.NullMarked;
