/**
 * Plans of a network as planners, labs, schedulers and simulators write them. A plan says what is meant to be there, so its
 * links are planned ones; which ports are really joined is told by the formats that look at the network itself.
 * Must not know how links are folded or compared.
 */
@NullMarked
package io.fabrictwin.ingest.parse.topology;

import org.jspecify.annotations.NullMarked;
