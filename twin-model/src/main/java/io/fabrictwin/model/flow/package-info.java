/**
 * Weighted max-min fair rates over shared constraints, with caps, path fractions, classes of service and shares by the
 * number of full queues, on primitive arrays; classes and increments that shorten the way to them, and the certificate
 * that proves them. Knows variables and constraints alone; must not know links, flows of a network, jobs or time.
 */
@NullMarked
package io.fabrictwin.model.flow;

import org.jspecify.annotations.NullMarked;
