/** The verb {@code topics}. Must not know how a broker is asked. */
@NullMarked
package io.fabrictwin.cli.topics;

import org.jspecify.annotations.NullMarked;
