package io.fabrictwin.model.timeline;

import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.model.state.Stamp;
import io.fabrictwin.model.state.Value;
import io.fabrictwin.model.state.Write;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was set, found, started or broken: an event counts only for what it changes. */
final class ChangeStory {
    /** Said by the event's name already. */
    private static final Set<String> IMPLIED =
            Set.of(AttributeName.SEEN, AttributeName.PLANNED, AttributeName.UP, AttributeName.RUNNING);

    /** All that changed at one entity at one instant by events of one type. */
    private record Place(long timeNs, String what, EntityKey entity) {}

    /** Places that changed in the same way become one line. */
    private record Line(long timeNs, String what, EntityKind kind, String detail) {}

    private ChangeStory() {}

    static List<TimelineEntry> of(Collection<? extends FabricEvent> events, long fromNs, long toNs) {
        Map<EntityKey, Map<String, Value>> known = new HashMap<>();
        Map<Place, SortedSet<String>> details = new HashMap<>();
        for (FabricEvent event : Stamp.inOrder(events)) {
            long timeNs = event.meta().eventTimeNs();
            Fold.writesByEntity(event).forEach((entity, writes) -> {
                List<String> changed = changed(known.computeIfAbsent(entity, key -> new HashMap<>()), event, writes);
                if (!changed.isEmpty() && timeNs >= fromNs && timeNs <= toNs) {
                    details.computeIfAbsent(new Place(timeNs, words(event), entity), place -> new TreeSet<>())
                            .addAll(changed);
                }
            });
        }
        Map<Line, SortedSet<String>> namesByLine = new HashMap<>();
        details.forEach((place, changed) -> {
            String detail = changed.stream().filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
            namesByLine
                    .computeIfAbsent(
                            new Line(place.timeNs, place.what, place.entity.kind(), detail), line -> new TreeSet<>())
                    .add(Names.of(place.entity));
        });
        List<TimelineEntry> entries = new ArrayList<>();
        namesByLine.forEach((line, names) ->
                entries.add(new TimelineEntry(line.timeNs, Names.of(line.kind, names), line.what, line.detail)));
        return entries;
    }

    /** What the writes change, as text; an empty text is a change that the event's name says already. */
    private static List<String> changed(Map<String, Value> known, FabricEvent event, List<Write> writes) {
        List<String> changed = new ArrayList<>();
        for (Write write : writes) {
            Value value = write.cell().value();
            // Every failure is news, even in the same words.
            Value before = write.entity().kind() == EntityKind.FAILURE ? null : known.put(write.attribute(), value);
            if (!value.equals(before)) {
                changed.add(IMPLIED.contains(write.attribute()) ? "" : text(event, write.attribute(), before, value));
            }
        }
        return changed;
    }

    private static String text(FabricEvent event, String attribute, @Nullable Value before, Value value) {
        if (before != null) {
            return attribute + " " + text(before) + " -> " + text(value);
        }
        return isToldAtFirst(event) ? attribute + " " + text(value) : "";
    }

    /** First values of settings are told; of a device, link or rank that is newly known, its name is enough. */
    private static boolean isToldAtFirst(FabricEvent event) {
        return switch (event.topic()) {
            case CONFIG -> true;
            case TOPOLOGY, TELEMETRY -> false;
            case WORKLOAD ->
                event instanceof JobStarted || event instanceof JobTuned || event instanceof CommunicationFailed;
        };
    }

    private static String text(Value value) {
        if (value instanceof Value.Whole whole) {
            return Long.toString(whole.number());
        }
        if (value instanceof Value.Decimal decimal) {
            return Double.toString(decimal.number());
        }
        if (value instanceof Value.Text text) {
            return text.text();
        }
        if (value instanceof Value.Flag flag) {
            return Boolean.toString(flag.isSet());
        }
        if (value instanceof Value.Texts texts) {
            return texts.texts().toString();
        }
        if (value instanceof Value.Numbers numbers) {
            return numbers.byName().toString();
        }
        return ((Value.Pairs) value).byName().toString();
    }

    /** {@code EcnProfileSet} is "ECN profile set". */
    private static String words(FabricEvent event) {
        String words = event.getClass()
                .getSimpleName()
                .replaceAll("(?<=.)(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        for (String acronym : List.of("ecn", "pfc", "dcqcn", "qos")) {
            words = words.replaceFirst("^" + acronym + " ", acronym.toUpperCase(Locale.ROOT) + " ");
        }
        return words;
    }
}
