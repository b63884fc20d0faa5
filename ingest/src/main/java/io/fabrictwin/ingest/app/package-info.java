/**
 * What the command calls: inputs in, counts of records out, with or without a broker.
 * It names the formats and joins parser, accounting and publisher; it prints nothing.
 * Must not know how answers are rendered.
 */
@NullMarked
package io.fabrictwin.ingest.app;

import org.jspecify.annotations.NullMarked;
