/**
 * InfiniBand topologies that were written before there was a network: for a simulator, for a verifier, for the people who
 * plug cables. They give plans, never facts.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.infiniband.plan;

import org.jspecify.annotations.NullMarked;
