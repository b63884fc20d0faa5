/**
 * InfiniBand tools' text: what scans and queries saw of a subnet, as devices, ports, links, states and counters named by
 * GUID, or by LID where nothing stronger is told; and what all formats of InfiniBand share.
 * Names that people gave are kept as descriptions and never identify anything.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.infiniband;

import org.jspecify.annotations.NullMarked;
