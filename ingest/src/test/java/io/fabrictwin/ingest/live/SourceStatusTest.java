package io.fabrictwin.ingest.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.schemas.SourceState;
import java.time.Duration;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SourceStatusTest {
    private long nowNs = 1_000_000_000_000L;
    private final Stop stop = new Stop();
    private final SourceStatus status = new SourceStatus("s", "tail", "p", "events", "bytes", () -> nowNs, stop);

    @Test
    void whatIsToldWhileAnInputGrowsAndAtItsEndIsCountedOnce() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            SourceStatus source = new SourceStatus("s", "tail", "p", "events", "bytes", () -> nowNs, stop);
            long[] sums = new long[5];
            for (int input = 0; input < 4; input++) {
                long[] counts = new long[5];
                for (int step = 0; step < 3; step++) {
                    for (int i = 0; i < counts.length; i++) {
                        int more = random.nextInt(5);
                        counts[i] += more;
                        sums[i] += more;
                    }
                    source.taking(report(counts));
                    check(source.snapshot(), sums, seed);
                }
                source.took(report(counts));
                check(source.snapshot(), sums, seed);
            }
        }
    }

    @Test
    void aBrokerThatIsAwayIsAStateUntilItIsBack() {
        status.state("reading");
        nowNs += 30_000_000_000L;
        assertThat(status.goesOn("broker:9092", Duration.ofSeconds(5))).isTrue();
        status.state("listening");
        assertThat(status.snapshot().state()).isEqualTo("waiting for broker broker:9092 since 1970-01-01T00:17:05Z");
        status.isBack();
        assertThat(status.snapshot().state()).isEqualTo("listening");
        stop.wish();
        assertThat(status.goesOn("broker:9092", Duration.ofSeconds(5))).isFalse();
    }

    @Test
    void theRateIsThatOfLateAndUnknownAtFirst() {
        assertThat(status.snapshot().recordsPerSecond()).isNull();
        status.took(report(new long[] {20, 0, 0, 0, 0}));
        nowNs += 10_000_000_000L;
        assertThat(status.snapshot().recordsPerSecond()).isEqualTo(2);
        nowNs += 40_000_000_000L;
        assertThat(status.snapshot().recordsPerSecond()).isZero();
    }

    private static void check(SourceState state, long[] sums, long seed) {
        assertThat(new long[] {state.accepted(), state.ignored(), state.rejected(), state.duplicate(), state.late()})
                .as("seed %s", seed)
                .isEqualTo(sums);
        assertThat(state.read()).as("seed %s", seed).isEqualTo(sums[0] + sums[1] + sums[2] + sums[3] + sums[4]);
    }

    private static FileReport report(long[] counts) {
        return new FileReport(
                "f",
                "events",
                counts[0] + counts[1] + counts[2] + counts[3] + counts[4],
                counts[0],
                counts[1],
                counts[2],
                counts[3],
                counts[4],
                new TreeMap<>(),
                new TreeMap<>(),
                null);
    }
}
