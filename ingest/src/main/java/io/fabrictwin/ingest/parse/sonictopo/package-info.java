/**
 * Plans of SONiC networks: minigraphs of a switch with its neighbours, and topologies of test beds.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.sonictopo;

import org.jspecify.annotations.NullMarked;
