/**
 * The verb {@code up}: the live twin and its page, until stopped. Must not know how the twin folds.
 */
@NullMarked
package io.fabrictwin.cli.up;

import org.jspecify.annotations.NullMarked;
