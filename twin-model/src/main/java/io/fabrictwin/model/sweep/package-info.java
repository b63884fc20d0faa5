/**
 * Many settings of the same question: which they are, and what their answers say beside each other. This package must not
 * know where they are run, or how an answer is shown.
 */
@NullMarked
package io.fabrictwin.model.sweep;

import org.jspecify.annotations.NullMarked;
