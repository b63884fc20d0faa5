package io.fabrictwin.model.detection;

import io.fabrictwin.model.id.FabricId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong, from when to when, where, and how that is known. One incident is one finding: its identity
 * is fabric, kind, the first entity and the start.
 *
 * @param startNs event time of the first evidence
 * @param endNs event time of the last evidence once it is over; null while it lasts
 * @param entities devices, ports (as device:port) or jobs concerned, the likely cause first; never empty
 * @param summary one sentence for people
 * @param evidence measured facts, one a line
 * @param suggestion a command to try next, ready to paste; null where there is none
 */
public record Finding(
        FabricId fabric,
        FindingKind kind,
        Severity severity,
        long startNs,
        @Nullable Long endNs,
        List<String> entities,
        String summary,
        List<String> evidence,
        @Nullable String suggestion) {
    public Finding {
        entities = List.copyOf(entities);
        evidence = List.copyOf(evidence);
        if (entities.isEmpty()) {
            throw new IllegalArgumentException("finding " + kind + " concerns no entity");
        }
        if (endNs != null && endNs < startNs) {
            throw new IllegalArgumentException("finding ends at " + endNs + " ns before its start " + startNs + " ns");
        }
    }

    /** The same for the same incident, however often it is told. */
    public String id() {
        return fabric + "/" + kind + "/" + entities.get(0) + "/" + startNs;
    }
}
