/**
 * SONiC's databases of what is (counters, state, neighbours) as dumps: JSON of several tools, answers of gNMI, redis-cli.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.sonicdb;

import org.jspecify.annotations.NullMarked;
