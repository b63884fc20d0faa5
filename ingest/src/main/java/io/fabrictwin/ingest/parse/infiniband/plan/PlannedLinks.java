package io.fabrictwin.ingest.parse.infiniband.plan;

import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links of a plan, each once, though both its ends may tell it. */
final class PlannedLinks {
    private final Set<LinkId> told = new HashSet<>();

    void add(Facts facts, PortId own, PortId other, @Nullable Long bitsPerSecond) {
        LinkId link = new LinkId(own, other);
        if (told.add(link)) {
            facts.add(meta -> new LinkPlanned(meta, link, bitsPerSecond));
        }
    }
}
