/**
 * The verb {@code ingest}: files into the log, with an account of every record. Must not know any format.
 */
@NullMarked
package io.fabrictwin.cli.ingest;

import org.jspecify.annotations.NullMarked;
