/**
 * Seeded generators for property tests: the same seed gives the same events, and a failure prints the seed to run again.
 * This package must not know any engine.
 */
@NullMarked
package io.fabrictwin.testkit.gen;

import org.jspecify.annotations.NullMarked;
