/** The verbs {@code worker} and {@code scenarios}. Must not know how a scenario is answered. */
@NullMarked
package io.fabrictwin.cli.worker;

import org.jspecify.annotations.NullMarked;
