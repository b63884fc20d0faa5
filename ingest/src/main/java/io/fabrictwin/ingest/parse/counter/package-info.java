/**
 * Rules of counters that hold for every source: how wide they are, what they say at their limit, and in which unit.
 * Must not know any one format.
 */
@NullMarked
package io.fabrictwin.ingest.parse.counter;

import org.jspecify.annotations.NullMarked;
