package io.fabrictwin.model.clock;

import io.fabrictwin.model.id.DeviceId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An event that nobody could leave before all had come, as each clock stamped it: a collective in which every rank needs
 * what every other has.
 *
 * @param stays by device whose clock it is, at least two
 */
record Meeting(SortedMap<DeviceId, Stay> stays) {
    /**
     * From when to when, by one clock.
     *
     * @param comingNs when the last of its ranks began
     * @param leavingNs when the first of its ranks was done
     */
    record Stay(long comingNs, long leavingNs) {
        /** Of two ranks on one clock. */
        Stay with(Stay other) {
            return new Stay(Math.max(comingNs, other.comingNs), Math.min(leavingNs, other.leavingNs));
        }
    }

    Meeting {
        stays = Collections.unmodifiableSortedMap(new TreeMap<>(stays));
    }

    /** When it was over by the middle clock, ns since 1970: none that is far off moves it. */
    static long middleNs(SortedMap<DeviceId, Stay> stays) {
        long[] leavingNs =
                stays.values().stream().mapToLong(Stay::leavingNs).sorted().toArray();
        return leavingNs[(leavingNs.length - 1) / 2];
    }
}
