package io.fabrictwin.model.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.event.CounterName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class CounterWindowTest {
    private static final long SECOND_NS = 1_000_000_000L;
    private static final Offset<Double> EXACTLY = within(1e-9);

    @Test
    void aSteadyRateIsTheSameInEverySpan() {
        List<CounterSample> samples = steady(400, 10, 125_000_000);
        for (Span span : Span.values()) {
            CounterWindow window = window(samples, 0, span);
            assertThat(window.perSecond(CounterName.TX_BYTES)).hasValueCloseTo(125_000_000.0, within(1e-3));
            assertThat(window.load(10_000_000_000L)).hasValueCloseTo(0.1, EXACTLY);
            assertThat(window.isStale() || window.hasGap() || window.hasReset()).isFalse();
            assertThat(window.isCoarse()).isEqualTo(span == Span.SECOND);
            assertThat(window.coveredNs()).isEqualTo(span.ns());
        }
    }

    @Test
    void anIntervalCountsByTheShareOfItThatLiesInTheWindow() {
        List<CounterSample> samples = List.of(tx(0, 0), tx(4, 400), tx(8, 1_200), tx(16, 1_200));
        // Of ten seconds: eight without traffic, and half of four with 800 bytes.
        CounterWindow window = window(samples, 16 * SECOND_NS, Span.TEN_SECONDS);
        assertThat(window.increases().get(CounterName.TX_BYTES))
                .isEqualTo(new CounterWindow.Increase(400, 10 * SECOND_NS));
    }

    @Test
    void aCounterThatWentDownIsUnknownMeanwhileAndNeitherNegativeNorZero() {
        List<CounterSample> samples = List.of(tx(0, Long.MAX_VALUE - 10), tx(1, Long.MAX_VALUE), tx(2, 5), tx(3, 25));
        CounterWindow window = window(samples, 3 * SECOND_NS, Span.MINUTE);
        assertThat(window.hasReset()).isTrue();
        assertThat(window.increases().get(CounterName.TX_BYTES))
                .isEqualTo(new CounterWindow.Increase(30, 2 * SECOND_NS));
        CounterWindow justThen = window(samples.subList(1, 3), 2 * SECOND_NS, Span.SECOND);
        assertThat(justThen.hasReset()).isTrue();
        assertThat(justThen.perSecond(CounterName.TX_BYTES)).isEmpty();
        assertThat(justThen.load(1_000)).isEmpty();
    }

    @Test
    void whatIsNotToldIsUnknown() {
        List<CounterSample> samples = List.of(
                sample(0, Map.of(CounterName.TX_BYTES, 0L, CounterName.CNP_RX, 7L)),
                sample(1, Map.of(CounterName.TX_BYTES, 8L)),
                sample(2, Map.of(CounterName.TX_BYTES, 8L, CounterName.CNP_RX, 9L)));
        CounterWindow window = window(samples, 2 * SECOND_NS, Span.TEN_SECONDS);
        assertThat(window.increases()).containsOnlyKeys(CounterName.TX_BYTES);
        assertThat(window.pausedShare()).isEmpty();
        assertThat(window.markedShare()).isEmpty();
        assertThat(window.coveredNs()).isEqualTo(2 * SECOND_NS);
    }

    @Test
    void staleAndGapsAreMeasuredByTheUsualInterval() {
        List<CounterSample> samples = new ArrayList<>(steady(20, 10, 1));
        long toNs = samples.get(19).eventTimeNs();
        assertThat(window(samples, toNs + 25 * SECOND_NS, Span.MINUTE).isStale())
                .isFalse();
        assertThat(window(samples, toNs + 26 * SECOND_NS, Span.MINUTE).isStale())
                .isTrue();
        samples.subList(15, 18).clear();
        assertThat(window(samples, toNs, Span.HOUR).hasGap()).isTrue();
        assertThat(window(samples, toNs, Span.SECOND).hasGap()).isFalse();
        CounterWindow alone = window(samples.subList(0, 1), 0, Span.MINUTE);
        assertThat(alone.increases()).isEmpty();
        assertThat(alone.coveredNs()).isZero();
        assertThat(alone.isStale()).isFalse();
        assertThat(CounterWindow.of(List.of(), 0, Span.MINUTE)).isEmpty();
    }

    @Test
    void pausesAreSharesOfTime() {
        List<CounterSample> samples = List.of(
                sample(0, Map.of(CounterName.PFC_RX_PAUSED_NS, 0L, CounterName.PFC_TX_PAUSED_NS, 0L)),
                sample(
                        10,
                        Map.of(CounterName.PFC_RX_PAUSED_NS, SECOND_NS, CounterName.PFC_TX_PAUSED_NS, 11 * SECOND_NS)));
        CounterWindow window = window(samples, 0, Span.MINUTE);
        assertThat(window.pausedShare()).hasValueCloseTo(0.1, EXACTLY);
        assertThat(window.pausingShare()).hasValue(1);
    }

    @Test
    void fewerSamplesTellTheSameIncrease() {
        Random random = new Random(3);
        for (int round = 0; round < 100; round++) {
            List<CounterSample> samples = new ArrayList<>();
            long bytes = 0;
            for (int at = 0; at <= 60; at++) {
                samples.add(tx(at, bytes));
                bytes += random.nextInt(1_000);
            }
            List<CounterSample> fewer = new ArrayList<>(samples);
            fewer.removeIf(sample -> sample.eventTimeNs() % (60 * SECOND_NS) != 0 && random.nextBoolean());
            assertThat(window(fewer, 0, Span.MINUTE).increases())
                    .isEqualTo(window(samples, 0, Span.MINUTE).increases());
        }
    }

    private static CounterWindow window(List<CounterSample> samples, long reachNs, Span span) {
        return CounterWindow.of(samples, reachNs, span).orElseThrow();
    }

    private static List<CounterSample> steady(int count, int everySeconds, long bytesPerSecond) {
        List<CounterSample> samples = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            samples.add(tx((long) at * everySeconds, (long) at * everySeconds * bytesPerSecond));
        }
        return samples;
    }

    private static CounterSample tx(long second, long bytes) {
        return sample(second, Map.of(CounterName.TX_BYTES, bytes));
    }

    private static CounterSample sample(long second, Map<String, Long> counters) {
        return new CounterSample(second * SECOND_NS, new TreeMap<>(counters));
    }
}
