/**
 * The verb {@code incident}: why a job's steps were slow, as text, Markdown, JSON or a page. Must not know how a cause is
 * found.
 */
@NullMarked
package io.fabrictwin.cli.incident;

import org.jspecify.annotations.NullMarked;
