/**
 * How traffic leaves a switch when several shortest paths are equal. Knows names of nodes and which links are up; must
 * not know rates, queues, jobs or events.
 */
@NullMarked
package io.fabrictwin.model.route;

import org.jspecify.annotations.NullMarked;
