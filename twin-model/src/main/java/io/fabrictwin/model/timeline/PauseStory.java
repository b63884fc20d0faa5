package io.fabrictwin.model.timeline;

import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.timeline.PausedTime.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** When ports were held by pause frames for a good part of the time; ports held from one instant on are one line. */
final class PauseStory {
    /** Share of an interval from which on it counts as held. */
    private static final double HELD_SHARE = 0.2;
    /** So many calm intervals do not end a time of being held: training pauses between bursts. */
    private static final int CALM_INTERVALS = 3;

    /** A time of being held, between two samples. */
    private record Held(String port, Reading from, Reading to) {
        double share() {
            return (double) (to.pausedNs() - from.pausedNs()) / (to.timeNs() - from.timeNs());
        }
    }

    /** Ports that were first held at one instant, and as often, are one line. */
    private record Line(long firstNs, int times) implements Comparable<Line> {
        @Override
        public int compareTo(Line other) {
            return firstNs == other.firstNs
                    ? Integer.compare(times, other.times)
                    : Long.compare(firstNs, other.firstNs);
        }
    }

    private PauseStory() {}

    /**
     * The entries of a span.
     *
     * @param pausedTimes by what a timeline calls the port
     */
    static List<TimelineEntry> of(SortedMap<String, PausedTime> pausedTimes, long fromNs, long toNs) {
        SortedMap<Line, List<Held>> heldByLine = new TreeMap<>();
        pausedTimes.forEach((port, paused) -> {
            List<Held> held = held(
                    port,
                    paused.readings().stream()
                            .filter(reading -> reading.timeNs() >= fromNs && reading.timeNs() <= toNs)
                            .toList());
            if (!held.isEmpty()) {
                heldByLine
                        .computeIfAbsent(new Line(held.get(0).from.timeNs(), held.size()), line -> new ArrayList<>())
                        .addAll(held);
            }
        });
        List<TimelineEntry> entries = new ArrayList<>();
        heldByLine.forEach((line, held) -> entries.add(entry(line, held)));
        return entries;
    }

    private static List<Held> held(String port, List<Reading> readings) {
        List<Held> all = new ArrayList<>();
        Held open = null;
        int calm = 0;
        Reading earlier = null;
        for (Reading later : readings) {
            boolean isComparable = earlier != null
                    && earlier.format().equals(later.format())
                    && later.pausedNs() >= earlier.pausedNs();
            if (earlier != null && isComparable && new Held(port, earlier, later).share() >= HELD_SHARE) {
                open = new Held(port, open == null ? earlier : open.from, later);
                calm = 0;
            } else if (open != null && (!isComparable || ++calm > CALM_INTERVALS)) {
                all.add(open);
                open = null;
            }
            earlier = later;
        }
        if (open != null) {
            all.add(open);
        }
        return all;
    }

    private static TimelineEntry entry(Line line, List<Held> held) {
        long least =
                Math.round(100 * held.stream().mapToDouble(Held::share).min().orElseThrow());
        long most =
                Math.round(100 * held.stream().mapToDouble(Held::share).max().orElseThrow());
        long endNs = held.stream().mapToLong(each -> each.to.timeNs()).max().orElseThrow();
        return new TimelineEntry(
                line.firstNs,
                Names.of(EntityKind.PORT, held.stream().map(Held::port).toList()),
                "held by pauses",
                (least == most ? "" : least + " to ") + most + " % of the time, "
                        + (line.times == 1 ? "for " : line.times + " times within ")
                        + Names.duration((double) endNs - line.firstNs));
    }
}
