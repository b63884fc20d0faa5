/**
 * From a rank to the wire: which GPU, NIC, ports, queues and links the traffic of two ranks uses, each step with how it is
 * known. Reads frames; must not know how they were folded, nor predict anything.
 */
@NullMarked
package io.fabrictwin.model.walk;

import org.jspecify.annotations.NullMarked;
