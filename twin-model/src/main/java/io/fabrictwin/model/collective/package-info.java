/**
 * Collectives as messages between ranks: who sends how much to whom, and which messages must have ended first.
 * This package must not know hosts, paths, queue pairs or times.
 */
@NullMarked
package io.fabrictwin.model.collective;

import org.jspecify.annotations.NullMarked;
