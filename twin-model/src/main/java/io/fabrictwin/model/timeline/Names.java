package io.fabrictwin.model.timeline;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Entities and durations, as people read them. */
final class Names {
    /** More entities than this are told by their number and the first two. */
    private static final int NAMED_ENTITIES = 3;

    private Names() {}

    static String of(EntityKey key) {
        List<String> path = key.path();
        return switch (key.kind()) {
            case FABRIC -> key.fabric().value();
            case PORT -> path.get(0) + ":" + path.get(1);
            case QUEUE ->
                path.get(0) + (path.get(1).equals(EntityKey.ALL) ? "" : ":" + path.get(1)) + " priority " + path.get(2);
            case LINK -> path.get(0) + ":" + path.get(1) + " - " + path.get(2) + ":" + path.get(3);
            case RANK -> path.get(0) + " rank " + path.get(1);
            case FAILURE -> path.get(0) + "@" + path.get(1);
            default -> String.join("/", path);
        };
    }

    /** One, few or many entities of a kind. */
    static String of(EntityKind kind, Collection<String> names) {
        TreeSet<String> sorted = new TreeSet<>(names);
        if (sorted.size() <= NAMED_ENTITIES) {
            return String.join(", ", sorted);
        }
        String first = sorted.first();
        return sorted.size() + " " + kind.name().toLowerCase(Locale.ROOT) + "s: " + first + ", " + sorted.higher(first)
                + ", ...";
    }

    static String duration(double ns) {
        if (ns >= 1e9) {
            return String.format(Locale.ROOT, "%.2f s", ns / 1e9);
        }
        return ns >= 1e6
                ? String.format(Locale.ROOT, "%.2f ms", ns / 1e6)
                : String.format(Locale.ROOT, "%.1f us", ns / 1e3);
    }
}
