/**
 * Who is wired to whom in a synthetic fabric of a given shape and size, and the ways from NIC to NIC. This package must not
 * know what runs on the fabric or what goes wrong with it.
 */
@NullMarked
package io.fabrictwin.ingest.synth.topology;

import org.jspecify.annotations.NullMarked;
