/**
 * NCCL: which algorithm and protocol the library would choose, from the constants of its versions, and apart from that how
 * long a collective then takes on a described cluster.
 * This package must not know recordings, frames or single packets.
 */
@NullMarked
package io.fabrictwin.model.nccl;

import org.jspecify.annotations.NullMarked;
