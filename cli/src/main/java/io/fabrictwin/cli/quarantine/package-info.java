/**
 * The verb {@code quarantine}: what was not understood, and what becomes of it when its parser is mended. Must not know
 * any format.
 */
@NullMarked
package io.fabrictwin.cli.quarantine;

import org.jspecify.annotations.NullMarked;
