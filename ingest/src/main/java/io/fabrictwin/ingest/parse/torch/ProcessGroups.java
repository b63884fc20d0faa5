package io.fabrictwin.ingest.parse.torch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The process groups of a dump: its rank is a member of all. */
final class ProcessGroups {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    /** Ranks are counted within the group. */
    private static final Pattern POINT_TO_POINT = Pattern.compile("\\w+:(?:send|recv) (\\d{1,6})(?:->|<-)\\d{1,6}");

    private final Map<String, Group> groups;
    private final Map<String, String> nameById;

    /** @param ranks members in the order of the group */
    record Group(List<Integer> ranks) {}

    private ProcessGroups(Map<String, Group> groups, Map<String, String> nameById) {
        this.groups = groups;
        this.nameById = nameById;
    }

    static ProcessGroups of(JsonNode dump) {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> group : dump.path("pg_config").properties()) {
            groups.put(group.getKey(), new Group(Ranks.of(group.getValue())));
        }
        Map<String, String> nameById = new HashMap<>();
        for (JsonNode entry : dump.path("entries")) {
            String name = name(entry);
            if (name != null && entry.path("pg_id").isIntegralNumber()) {
                nameById.put(entry.path("pg_id").asText(), name);
            }
        }
        List<String> ids = new ArrayList<>();
        dump.path("pg_status").fieldNames().forEachRemaining(ids::add);
        addByOrder(new ArrayList<>(groups.keySet()), ids, nameById);
        return new ProcessGroups(groups, nameById);
    }

    /**
     * The status counts groups as this rank came to know them, the names count them over the whole job: where both are
     * numbers and equally many, both are in the order of creation. What the entries tell must agree.
     */
    private static void addByOrder(List<String> names, List<String> ids, Map<String, String> nameById) {
        boolean isCountable = names.size() == ids.size()
                && names.stream().allMatch(name -> NUMBER.matcher(name).matches())
                && ids.stream().allMatch(id -> NUMBER.matcher(id).matches());
        if (!isCountable) {
            return;
        }
        names.sort(Comparator.comparing(Integer::valueOf));
        ids.sort(Comparator.comparing(Integer::valueOf));
        for (int i = 0; i < ids.size(); i++) {
            if (!names.get(i).equals(nameById.getOrDefault(ids.get(i), names.get(i)))) {
                return;
            }
        }
        for (int i = 0; i < ids.size(); i++) {
            nameById.put(ids.get(i), names.get(i));
        }
    }

    @Nullable
    Group named(String name) {
        return groups.get(name);
    }

    /** Name of the group that the status counts under this id; null: nothing tells. */
    @Nullable
    String nameOf(String id) {
        return nameById.get(id);
    }

    /** Name of the group that an entry is of; null: it does not tell. */
    @Nullable
    String nameIn(JsonNode entry) {
        String name = name(entry);
        return name == null && entry.has("pg_id") ? entry.path("pg_id").asText() : name;
    }

    /** How many ranks the greatest group has; null: no group tells its ranks. */
    @Nullable
    Integer worldSize() {
        int size = groups.values().stream()
                .mapToInt(group -> group.ranks().size())
                .max()
                .orElse(0);
        return size == 0 ? null : Integer.valueOf(size);
    }

    /** The rank if it may be the dump's. */
    @Nullable
    Integer member(@Nullable Integer rank) {
        return rank != null && candidates().contains(rank) ? rank : null;
    }

    /** The one rank that all groups have, or that its own sends tell; null: neither does. */
    @Nullable
    Integer rank(JsonNode dump) {
        Set<Integer> candidates = candidates();
        if (candidates.size() == 1) {
            return candidates.iterator().next();
        }
        for (JsonNode entry : dump.path("entries")) {
            Matcher peer = POINT_TO_POINT.matcher(entry.path("profiling_name").asText(""));
            String name = name(entry);
            Group group = name == null ? null : groups.get(name);
            int local = peer.matches() ? Integer.parseInt(peer.group(1)) : Integer.MAX_VALUE;
            if (group != null && local < group.ranks().size()) {
                return group.ranks().get(local);
            }
        }
        return null;
    }

    private Set<Integer> candidates() {
        Set<Integer> candidates = null;
        for (Group group : groups.values()) {
            if (group.ranks().isEmpty()) {
                continue;
            }
            if (candidates == null) {
                candidates = new HashSet<>(group.ranks());
            } else {
                candidates.retainAll(group.ranks());
            }
        }
        return candidates == null ? Set.of() : candidates;
    }

    private static @Nullable String name(JsonNode entry) {
        JsonNode group = entry.path("process_group");
        JsonNode name = group.isArray() ? group.path(0) : group;
        return name.isValueNode() && !name.asText().isEmpty() ? name.asText() : null;
    }
}
