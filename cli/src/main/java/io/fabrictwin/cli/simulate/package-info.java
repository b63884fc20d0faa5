/**
 * The engine alone on explicit cases: reads the case form, runs it, writes the result. Must not know events, brokers,
 * frames or forks.
 */
@NullMarked
package io.fabrictwin.cli.simulate;

import org.jspecify.annotations.NullMarked;
