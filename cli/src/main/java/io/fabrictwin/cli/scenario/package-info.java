/**
 * Scenario files, and how scenarios are put to the log. This package must not know the verbs that ask, or how an answer is
 * shown.
 */
@NullMarked
package io.fabrictwin.cli.scenario;

import org.jspecify.annotations.NullMarked;
