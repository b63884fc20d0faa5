package io.fabrictwin.streams.finding;

import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.id.FabricId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All findings known, past and present, of all fabrics. The model carries an incident on under the identity that it had
 * when it was first told; the board remembers, and says what is worth telling.
 */
public final class FindingBoard {
    /** Present ones first, then the worst, then the newest. */
    private static final Comparator<Finding> ORDER = Comparator.comparing((Finding finding) -> finding.endNs() != null)
            .thenComparing(Finding::severity, Comparator.reverseOrder())
            .thenComparing(Finding::startNs, Comparator.reverseOrder())
            .thenComparing(Finding::id);

    private final Map<FabricId, List<Finding>> findingsByFabric;

    /** Begins with what was published before. */
    public FindingBoard(Collection<Finding> published) {
        findingsByFabric =
                published.stream().collect(Collectors.groupingBy(Finding::fabric, TreeMap::new, Collectors.toList()));
    }

    /**
     * Takes in what detection says of a fabric now.
     *
     * @param nowNs event time that the fabric's data reaches
     * @return what is new, has changed or is over, as it is now
     */
    public List<Finding> update(FabricId fabric, List<Finding> detected, long nowNs) {
        List<Finding> before = findingsByFabric.getOrDefault(fabric, List.of());
        List<Finding> now = Detections.continued(before, detected, nowNs);
        findingsByFabric.put(fabric, now);
        Set<Finding> told = new HashSet<>(before);
        return now.stream()
                .filter(finding -> !told.contains(finding))
                .sorted(ORDER)
                .toList();
    }

    /** All of them, present ones first. */
    public List<Finding> findings() {
        return findingsByFabric.values().stream()
                .flatMap(List::stream)
                .sorted(ORDER)
                .toList();
    }
}
