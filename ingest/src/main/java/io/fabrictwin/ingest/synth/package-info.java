/**
 * A synthetic cluster: the events that a training incident on it would emit. What happens comes out of the engine, fed
 * with facts that its events do not tell. This package must not know who reads the events, or what is forecast of them.
 */
@NullMarked
package io.fabrictwin.ingest.synth;

import org.jspecify.annotations.NullMarked;
