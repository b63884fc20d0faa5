/**
 * The verb {@code export}: history as tables for notebooks and as a trace for timelines, passed through event by event. This
 * package must not know how anything in it came about.
 */
@NullMarked
package io.fabrictwin.cli.export;

import org.jspecify.annotations.NullMarked;
