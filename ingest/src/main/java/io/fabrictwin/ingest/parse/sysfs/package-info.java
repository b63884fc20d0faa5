/**
 * What the kernel of a host says of its RDMA devices, as files under {@code /sys/class/infiniband} that were written one
 * after another into one text.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.sysfs;

import org.jspecify.annotations.NullMarked;
