/**
 * InfiniBand tools' text: what {@code ibnetdiscover} saw of a subnet, as devices, ports and links named by GUID.
 * Names that people gave are kept as descriptions and never identify anything.
 * Must not know other formats, nor what becomes of the events.
 */
@NullMarked
package io.fabrictwin.ingest.parse.infiniband;

import org.jspecify.annotations.NullMarked;
