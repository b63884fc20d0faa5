/**
 * The verb {@code synth}: a synthetic cluster, into a file or into the log. Must not know what an incident does: that comes
 * out of the engine.
 */
@NullMarked
package io.fabrictwin.cli.synth;

import org.jspecify.annotations.NullMarked;
