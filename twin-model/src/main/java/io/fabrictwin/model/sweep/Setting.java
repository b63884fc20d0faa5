package io.fabrictwin.model.sweep;

import io.fabrictwin.model.scenario.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One point of a sweep.
 *
 * @param varied the change of each variation, in their order
 * @param changes all changes, in the order in which they are made
 */
public record Setting(List<Change> varied, List<Change> changes) {
    /** A sweep has no more settings than these. */
    public static final int MOST_SETTINGS = 10_000;

    public Setting {
        varied = List.copyOf(varied);
        changes = List.copyOf(changes);
    }

    /** As people read it. */
    public String text() {
        return varied.stream().map(Change::text).collect(Collectors.joining(" "));
    }

    /**
     * All combinations, the last variation the quickest; those that come to the same changes are taken once. A varied change
     * takes the place of a fixed one of the same key and target, else it comes after all of those.
     *
     * @param fixed changes that every setting makes
     * @throws IllegalArgumentException where a key is varied twice, or there are too many settings
     */
    public static List<Setting> grid(List<Change> fixed, List<Variation> variations) {
        long count = 1;
        for (Variation variation : variations) {
            count *= variation.changes().size();
            if (count > MOST_SETTINGS) {
                throw new IllegalArgumentException("there are more than " + MOST_SETTINGS + " settings; vary less");
            }
        }
        List<String> keys = variations.stream().map(Variation::key).toList();
        for (String key : keys) {
            if (keys.indexOf(key) != keys.lastIndexOf(key)) {
                throw new IllegalArgumentException("'" + key + "' is varied twice");
            }
        }
        List<List<Change>> points = List.of(List.of());
        for (Variation variation : variations) {
            List<List<Change>> more = new ArrayList<>();
            for (List<Change> point : points) {
                for (Change change : variation.changes()) {
                    List<Change> longer = new ArrayList<>(point);
                    longer.add(change);
                    more.add(longer);
                }
            }
            points = more;
        }
        Map<List<String>, Setting> byChanges = new LinkedHashMap<>();
        for (List<Change> point : points) {
            List<Change> changes = together(fixed, point);
            byChanges.putIfAbsent(changes.stream().map(Change::text).toList(), new Setting(point, changes));
        }
        return List.copyOf(byChanges.values());
    }

    private static List<Change> together(List<Change> fixed, List<Change> varied) {
        Map<String, Change> byKey = new LinkedHashMap<>();
        List<Change> repeated = new ArrayList<>(fixed);
        repeated.addAll(varied);
        for (Change change : repeated) {
            byKey.put(change.key().name() + "@" + change.target(), change);
        }
        return List.copyOf(byKey.values());
    }
}
