/**
 * How collectives load a fabric with many equal paths: leaf-spine and rail fabrics as arrays of links, the ways to pick
 * paths (hashing with or without more queue pairs, flowlets, least loaded, spraying), and the spread of results over hash
 * seeds. Turns traffic into problems of {@link io.fabrictwin.model.flow}; must not know events, jobs, queues or time.
 */
@NullMarked
package io.fabrictwin.model.multipath;

import org.jspecify.annotations.NullMarked;
