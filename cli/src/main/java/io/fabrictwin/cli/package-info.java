/**
 * One command, many verbs: parse the arguments, call the modules, render the answer.
 * Answers go to standard output, errors to standard error, and the exit code tells which kind of error it was.
 * Must not know how anything is computed.
 */
@NullMarked
package io.fabrictwin.cli;

import org.jspecify.annotations.NullMarked;
