package io.fabrictwin.model.timeline;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a port, or one of its priorities, had been held by pause frames in all, as it was counted again and again: all
 * that a timeline needs of the very many samples of ports. The same whatever the order of the readings and however often
 * they come. Not for several threads.
 */
public final class PausedTime {
    private static final int LEAST_SORTED = 64;

    /**
     * A reading of the counter.
     *
     * @param timeNs when it was read, ns since 1970
     * @param format of the source that told of it: counters of two formats are not compared
     * @param pausedNs counted since the port's last reset, ns
     */
    record Reading(long timeNs, String format, long pausedNs) {}

    private static final Comparator<Reading> ORDER = Comparator.comparingLong(Reading::timeNs)
            .thenComparing(Reading::format)
            .thenComparingLong(Reading::pausedNs);

    /** In order of time from {@link #sort()} on, one of each time; until then as they came. */
    private final List<Reading> readings = new ArrayList<>();

    private boolean isSorted = true;
    private int sizeWhenSorted;

    /** What a timeline calls a port, or a priority of it where one is named. */
    public static String nameOf(PortId port, @Nullable Integer priority) {
        return named(port.device().value(), port.name(), priority == null ? "" : priority.toString());
    }

    /** What a timeline calls the port or priority whose sample is kept at a key. */
    public static String portOf(EntityKey sample) {
        return named(sample.path().get(0), sample.path().get(1), sample.path().get(2));
    }

    private static String named(String device, String port, String priority) {
        return device + ":" + port + (priority.isEmpty() ? "" : " priority " + priority);
    }

    /** Takes what counters of the port say of it; those that do not count pauses say nothing. */
    public void add(PortCountersObserved event) {
        Long pausedNs = event.counters().get(CounterName.PFC_RX_PAUSED_NS);
        if (pausedNs != null) {
            add(new Reading(event.meta().eventTimeNs(), event.meta().source().format(), pausedNs));
        }
    }

    /** Takes what a folded sample of the port says of it. */
    public void add(EntityState sample) {
        Cell cell = sample.newest(AttributeName.COUNTERS).orElse(null);
        Long pausedNs = cell == null ? null : pausedNs(cell.value());
        if (cell != null && pausedNs != null) {
            add(new Reading(cell.stamp().eventTimeNs(), cell.stamp().source().format(), pausedNs));
        }
    }

    private static @Nullable Long pausedNs(Value counters) {
        return counters instanceof Value.Numbers numbers ? numbers.byName().get(CounterName.PFC_RX_PAUSED_NS) : null;
    }

    private void add(Reading reading) {
        isSorted &= readings.isEmpty() || reading.timeNs > readings.get(readings.size() - 1).timeNs;
        readings.add(reading);
        if (!isSorted && readings.size() > 2 * sizeWhenSorted + LEAST_SORTED) {
            sort();
        }
    }

    /** Of several readings of one instant, the greatest stands. */
    private void sort() {
        if (!isSorted) {
            List<Reading> ordered = readings.stream().sorted(ORDER).toList();
            readings.clear();
            for (int i = 0; i < ordered.size(); i++) {
                if (i + 1 == ordered.size() || ordered.get(i).timeNs != ordered.get(i + 1).timeNs) {
                    readings.add(ordered.get(i));
                }
            }
            isSorted = true;
            sizeWhenSorted = readings.size();
        }
    }

    /** Takes what others have read of the same port. */
    public void addAll(PausedTime others) {
        others.readings.forEach(this::add);
    }

    public boolean isEmpty() {
        return readings.isEmpty();
    }

    /** In order of time. */
    List<Reading> readings() {
        sort();
        return Collections.unmodifiableList(readings);
    }

    /** The formats, then of each reading its time, the place of its format, and what was counted. */
    public byte[] toBytes() {
        sort();
        List<String> formats =
                readings.stream().map(Reading::format).distinct().sorted().toList();
        byte[] names = String.join("\n", formats).getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(
                2 * Integer.BYTES + names.length + readings.size() * (2 * Long.BYTES + Integer.BYTES));
        out.putInt(names.length).put(names).putInt(readings.size());
        readings.forEach(reading -> out.putLong(reading.timeNs)
                .putInt(Collections.binarySearch(formats, reading.format))
                .putLong(reading.pausedNs));
        return out.array();
    }

    /** Reads what {@link #toBytes()} wrote. */
    public static PausedTime fromBytes(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] names = new byte[in.getInt()];
        in.get(names);
        String[] formats = new String(names, StandardCharsets.UTF_8).split("\n", -1);
        PausedTime paused = new PausedTime();
        for (int left = in.getInt(); left > 0; left--) {
            long timeNs = in.getLong();
            String format = formats[in.getInt()];
            paused.add(new Reading(timeNs, format, in.getLong()));
        }
        return paused;
    }
}
