/**
 * Why a job's steps were slow in some span: which steps, what their time went into, the likely causes with evidence, and
 * the way from a rank to the thing. Pure functions over a frame, windows of history and the findings in them.
 * This package must not know how a report is shown, or how causes are made up for tests.
 */
@NullMarked
package io.fabrictwin.model.incident;

import org.jspecify.annotations.NullMarked;
