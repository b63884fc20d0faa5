/**
 * Where verbs take history from, and the verb that archives it.
 * Must not know how events fold.
 */
@NullMarked
package io.fabrictwin.cli.history;

import org.jspecify.annotations.NullMarked;
