package io.fabrictwin.model.clock;

import io.fabrictwin.model.clock.Meeting.Stay;
import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Fits every clock to one of those that it can be told against, straight or over others. */
final class PairFits {
    /** Meetings by device. */
    private final SortedMap<DeviceId, List<Meeting>> meetings = new TreeMap<>();

    PairFits(List<Meeting> all) {
        for (Meeting meeting : all) {
            meeting.stays()
                    .keySet()
                    .forEach(device -> meetings.computeIfAbsent(device, unknown -> new ArrayList<>())
                            .add(meeting));
        }
    }

    SortedSet<DeviceId> devices() {
        return new TreeSet<>(meetings.keySet());
    }

    /** In how many meetings a clock was. */
    int facts(DeviceId device) {
        return meetings.getOrDefault(device, List.of()).size();
    }

    /**
     * By reference, the fits of all clocks that can be told against it, its own with them. The reference is the middle one:
     * a clock that is far off, or drifts, is not it while most are well.
     */
    SortedMap<DeviceId, SortedMap<DeviceId, PairFit>> byReference() {
        SortedMap<DeviceId, SortedMap<DeviceId, PairFit>> groups = new TreeMap<>();
        SortedSet<DeviceId> left = devices();
        while (!left.isEmpty()) {
            DeviceId first = left.stream()
                    .max(Comparator.comparingInt(this::facts).thenComparing(Comparator.reverseOrder()))
                    .orElseThrow();
            SortedMap<DeviceId, PairFit> group = from(first, left);
            left.removeAll(group.keySet());
            left.remove(first);
            List<DeviceId> byOffset = new ArrayList<>(group.keySet());
            byOffset.sort(Comparator.comparingDouble((DeviceId device) ->
                            group.getOrDefault(device, SELF).offsetNs())
                    .thenComparing(Comparator.naturalOrder()));
            DeviceId middle = byOffset.get((byOffset.size() - 1) / 2);
            groups.put(middle, middle.equals(first) ? group : from(middle, new TreeSet<>(group.keySet())));
        }
        return groups;
    }

    /** What a clock is to itself. */
    private static final PairFit SELF = new PairFit(0, 0, 0, 0.0, 0.0);

    /** Fits to a clock, those that met it first, then those that met these. */
    private SortedMap<DeviceId, PairFit> from(DeviceId reference, SortedSet<DeviceId> among) {
        SortedMap<DeviceId, PairFit> fits = new TreeMap<>();
        fits.put(reference, SELF);
        SortedSet<DeviceId> left = new TreeSet<>(among);
        left.remove(reference);
        Deque<DeviceId> nearest = new ArrayDeque<>(List.of(reference));
        while (!nearest.isEmpty() && !left.isEmpty()) {
            DeviceId near = nearest.remove();
            PairFit nearer = fits.getOrDefault(near, SELF);
            for (DeviceId device : List.copyOf(left)) {
                PairFit fit = PairFit.of(together(device, near));
                if (fit != null) {
                    fits.put(device, near.equals(reference) ? fit : fit.over(nearer));
                    left.remove(device);
                    nearest.add(device);
                }
            }
        }
        return fits;
    }

    /** Meetings of two, in order of the other's time: the own stay and the other's. */
    private List<Stay[]> together(DeviceId own, DeviceId other) {
        List<Stay[]> together = new ArrayList<>();
        for (Meeting meeting : meetings.getOrDefault(own, List.of())) {
            Map<DeviceId, Stay> stays = meeting.stays();
            Stay ofOwn = stays.get(own);
            Stay ofOther = stays.get(other);
            if (ofOwn != null && ofOther != null) {
                together.add(new Stay[] {ofOwn, ofOther});
            }
        }
        together.sort(Comparator.<Stay[]>comparingLong(pair -> pair[1].leavingNs())
                .thenComparingLong(pair -> pair[0].leavingNs())
                .thenComparingLong(pair -> pair[1].comingNs())
                .thenComparingLong(pair -> pair[0].comingNs()));
        return together;
    }
}
