/**
 * The verb {@code demo}: broker, live twin and Flink in one process, an incident played through them, and what they say
 * of it. Must not know what the incident does: that comes out of the fold and the engine.
 */
@NullMarked
package io.fabrictwin.cli.demo;

import org.jspecify.annotations.NullMarked;
