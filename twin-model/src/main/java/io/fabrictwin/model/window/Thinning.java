package io.fabrictwin.model.window;

import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which numbers of a series are kept: at each level the greatest of each of the greatest groups. What is kept of a set
 * depends on the set alone, and keeping twice keeps the same: so the live twin, which has forgotten the rest, and a replay,
 * which has not, read the same.
 */
public record Thinning(List<Level> levels) {
    /**
     * Steps of which the collectives of every rank are kept: the newest, and a few of the past thousand or two. Enough to
     * follow a clock; of each collective a job of 32,768 ranks has up to 655,360 of them.
     */
    public static final Thinning COLLECTIVES =
            new Thinning(List.of(new Level(1, 8), new Level(8, 4), new Level(64, 4), new Level(512, 4)));

    /**
     * What is kept of a series: the greatest number of each of the greatest groups.
     *
     * @param groupSize how many numbers are a group
     * @param groups how many
     */
    public record Level(long groupSize, int groups) {}

    public Thinning {
        levels = List.copyOf(levels);
    }

    /** Those of the numbers that are kept. */
    public SortedSet<Long> of(NavigableSet<Long> numbers) {
        SortedSet<Long> kept = new TreeSet<>();
        for (Level level : levels) {
            Long next = numbers.isEmpty() ? null : numbers.last();
            for (int left = level.groups(); left > 0 && next != null; left--) {
                kept.add(next);
                next = numbers.lower(Math.floorDiv(next, level.groupSize()) * level.groupSize());
            }
        }
        return kept;
    }
}
