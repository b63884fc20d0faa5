/**
 * The verb {@code collective}: what NCCL would choose on a described cluster, and how long it takes. This package must not
 * know logs or recordings.
 */
@NullMarked
package io.fabrictwin.cli.collective;

import org.jspecify.annotations.NullMarked;
