/**
 * Weighted max-min fair rates over shared constraints, with caps and path fractions, on primitive arrays. Knows
 * variables and constraints alone; must not know links, flows of a network, jobs or time.
 */
@NullMarked
package io.fabrictwin.model.flow;

import org.jspecify.annotations.NullMarked;
