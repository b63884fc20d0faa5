/**
 * The verb {@code topology}: cabling plans in and out, checked, and compared with what was found.
 * Must not know any form of file itself.
 */
@NullMarked
package io.fabrictwin.cli.topology;

import org.jspecify.annotations.NullMarked;
