/**
 * Answers as people and machines read them: tables, JSON and CSV from one definition of columns; units; times.
 * Must not know where an answer came from.
 */
@NullMarked
package io.fabrictwin.cli.render;

import org.jspecify.annotations.NullMarked;
