package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.schemas.SourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** How one live source is doing: told by its thread, asked by others. Also what it does while the broker is away. */
final class SourceStatus implements BrokerWait {
    static final String WAITING_FOR_BROKER = "waiting for broker";

    private static final long RATE_SPAN_NS = 30_000_000_000L;
    private static final long SHORTEST_RATE_SPAN_NS = 1_000_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final String name;
    private final String kind;
    private final String place;
    private final String format;
    private final String lagUnit;
    private final LongSupplier clockNs;
    private final Stop stop;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private Counts done = Counts.NONE;
    private Counts running = Counts.NONE;
    private String state = "starting";
    private @Nullable String stateBeforeWait;
    private @Nullable Long lag;
    private long dropped;
    private @Nullable String lastError;
    private @Nullable Long lastErrorTimeNs;
    private @Nullable Long lastRecordTimeNs;

    private record Sample(long atNs, long read) {}

    /** Sums of the classes of records. */
    private record Counts(long read, long accepted, long ignored, long rejected, long duplicate, long late) {
        static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

        static Counts of(FileReport report) {
            return new Counts(
                    report.read(),
                    report.accepted(),
                    report.ignored(),
                    report.rejected(),
                    report.duplicate(),
                    report.late());
        }

        Counts plus(Counts other) {
            return new Counts(
                    read + other.read,
                    accepted + other.accepted,
                    ignored + other.ignored,
                    rejected + other.rejected,
                    duplicate + other.duplicate,
                    late + other.late);
        }
    }

    /**
     * @param clockNs ns since 1970
     * @param stop once it is wished, a broker that is away is not waited for
     */
    SourceStatus(
            String name, String kind, String place, String format, String lagUnit, LongSupplier clockNs, Stop stop) {
        this.name = name;
        this.kind = kind;
        this.place = place;
        this.format = format;
        this.lagUnit = lagUnit;
        this.clockNs = clockNs;
        this.stop = stop;
    }

    synchronized void state(String now) {
        if (stateBeforeWait != null) {
            stateBeforeWait = now;
        } else {
            state = now;
        }
    }

    synchronized void lag(@Nullable Long waiting) {
        lag = waiting;
    }

    synchronized void error(String what) {
        lastError = what;
        lastErrorTimeNs = clockNs.getAsLong();
    }

    synchronized void dropped(long count) {
        dropped += count;
    }

    /** An input was taken to its end. */
    synchronized void took(FileReport report) {
        noteRecords(done.read + report.read());
        done = done.plus(Counts.of(report));
        running = Counts.NONE;
    }

    /** What became so far of an input that is not at its end. */
    synchronized void taking(FileReport report) {
        noteRecords(done.read + report.read());
        running = Counts.of(report);
    }

    @Override
    public synchronized boolean goesOn(String bootstrap, Duration awayFor) {
        if (stateBeforeWait == null) {
            stateBeforeWait = state;
        }
        long sinceNs = clockNs.getAsLong() - awayFor.toNanos();
        state = WAITING_FOR_BROKER + " " + bootstrap + " since " + Instant.ofEpochSecond(sinceNs / NS_PER_SECOND);
        return !stop.isWished();
    }

    @Override
    public synchronized void isBack() {
        if (stateBeforeWait != null) {
            state = stateBeforeWait;
            stateBeforeWait = null;
        }
    }

    synchronized SourceState snapshot() {
        long nowNs = clockNs.getAsLong();
        Counts all = done.plus(running);
        return new SourceState(
                name,
                kind,
                place,
                format,
                state,
                lag,
                lagUnit,
                recordsPerSecond(nowNs, all.read),
                all.read,
                all.accepted,
                all.ignored,
                all.rejected,
                all.duplicate,
                all.late,
                dropped,
                lastError,
                lastErrorTimeNs,
                lastRecordTimeNs,
                nowNs);
    }

    private void noteRecords(long read) {
        if (read > done.read + running.read) {
            lastRecordTimeNs = clockNs.getAsLong();
        }
    }

    /** Over the last half minute, from what was seen when it was asked for before. */
    private @Nullable Double recordsPerSecond(long nowNs, long read) {
        Sample eldest = samples.peekFirst();
        while (eldest != null && samples.size() > 1 && nowNs - eldest.atNs > RATE_SPAN_NS) {
            samples.removeFirst();
            eldest = samples.peekFirst();
        }
        Sample newest = samples.peekLast();
        if (newest == null || nowNs - newest.atNs >= SHORTEST_RATE_SPAN_NS) {
            samples.addLast(new Sample(nowNs, read));
        }
        return eldest == null || nowNs - eldest.atNs < SHORTEST_RATE_SPAN_NS
                ? null
                : (read - eldest.read) * (double) NS_PER_SECOND / (nowNs - eldest.atNs);
    }
}
