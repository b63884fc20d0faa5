/**
 * The whole fabric, folded up to given positions, and typed views of it: devices, ports, links, jobs, settings.
 * Here partitions meet and sweeps take effect. This package must not know how states were folded or stored.
 */
@NullMarked
package io.fabrictwin.model.frame;

import org.jspecify.annotations.NullMarked;
