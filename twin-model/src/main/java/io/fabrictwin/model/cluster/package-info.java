/**
 * What a person knows of a cluster without its recordings: servers, NICs, leaves and the library's switches.
 * This package must not know files, or how a collective is run.
 */
@NullMarked
package io.fabrictwin.model.cluster;

import org.jspecify.annotations.NullMarked;
