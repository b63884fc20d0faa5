/**
 * Compares answers with files that were read and agreed to, and refreshes those files when asked.
 * This package must not know what an answer means.
 */
@NullMarked
package io.fabrictwin.testkit.golden;

import org.jspecify.annotations.NullMarked;
