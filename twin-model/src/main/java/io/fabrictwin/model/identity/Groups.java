package io.fabrictwin.model.identity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Names that were found to mean one thing; each thing has one leader, and which one does not depend on the order of joins. */
final class Groups<T extends Comparable<T>> {
    private final Comparator<T> preference;
    private final Map<T, T> parents = new TreeMap<>();

    /** @param preference the least of a group leads it; must be consistent with equals */
    Groups(Comparator<T> preference) {
        this.preference = preference;
    }

    void add(T member) {
        parents.putIfAbsent(member, member);
    }

    /** The name that stands for all of its group; of a stranger itself. */
    T leader(T member) {
        T at = member;
        T parent = parents.getOrDefault(at, at);
        while (!parent.equals(at)) {
            T above = parents.getOrDefault(parent, parent);
            parents.put(at, above);
            at = parent;
            parent = above;
        }
        return at;
    }

    /** Makes one group of two. */
    void join(T one, T other) {
        add(one);
        add(other);
        T a = leader(one);
        T b = leader(other);
        if (!a.equals(b)) {
            boolean isFirst = preference.compare(a, b) < 0;
            parents.put(isFirst ? b : a, isFirst ? a : b);
        }
    }

    /** Members by leader, all in order. */
    SortedMap<T, List<T>> members() {
        SortedMap<T, List<T>> members = new TreeMap<>();
        for (T member : List.copyOf(parents.keySet())) {
            members.computeIfAbsent(leader(member), leader -> new ArrayList<>()).add(member);
        }
        return members;
    }

    /** The leaders of some members, each once, in order. */
    List<T> leaders(Collection<T> some) {
        return some.stream().map(this::leader).distinct().sorted().toList();
    }
}
