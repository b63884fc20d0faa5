/**
 * The training step of a job of which only a description is known: model shape, parallel sizes, batch, speed of
 * computing. From it come the floating-point operations, the collectives of a step and where they may hide, and with
 * a cost for each collective the time of a step and its parts. This package must not know recordings, frames, paths or
 * queue pairs: what the network costs comes in through {@link io.fabrictwin.model.training.CollectiveCost}.
 */
@NullMarked
package io.fabrictwin.model.training;

import org.jspecify.annotations.NullMarked;
