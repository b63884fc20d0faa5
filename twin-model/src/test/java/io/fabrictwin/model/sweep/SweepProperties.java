package io.fabrictwin.model.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SweepProperties {
    private static final int ROUNDS = 300;

    private static List<String> values(String key, String text) {
        Variation variation = Variation.parse(key, text);
        return variation.changes().stream().map(variation::valueText).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ecn-kmin@leaf3; 100KB..500KB/5; 100KB 200KB 300KB 400KB 500KB",
                "ecn-kmin@leaf3; 100KB..1600KB/5log; 100KB 200KB 400KB 800KB 1600KB",
                "ecn-kmin; 1600KB..400KB/3 log; 1600KB 800KB 400KB",
                "ecn-kmin; 1MiB..4096KiB/4; 1MiB 2MiB 3MiB 4MiB",
                "ecn-pmax; 0.1..1/4; 0.1 0.4 0.7 1",
                "pfc-alpha; 1/8..1/2/3log; 0.125 0.25 0.5",
                "queue-pairs@job0; 1..3/5; 1 2 3",
                "link-rate@a:b; 100Gbit/s..400Gbit/s/3log; 100Gbit/s 200Gbit/s 400Gbit/s",
                "dcqcn-alpha-timer; 10us..1ms/3log; 10us 100us 1000us",
                "ecn-kmin; 100KB, 0.1MB,400KB; 100KB 400KB",
                "ecn-kmin; 100KB | 400KB; 100KB 400KB",
                "hosts@job0; h0,h1; h0,h1",
                "hosts@job0; h0,h1 | h1,h0; h0,h1 h1,h0",
                "link@a:b; up,down; up down",
                "buffer; 64MiB; 64MiB",
            })
    void valuesListsAndRangesAreRead(String key, String text, String expected) {
        assertThat(String.join(" ", values(key, text))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ecn-kmin; 100KB..400KB/1; must have 2 to 1000 values",
                "ecn-kmin; 100KB..400KB/1001; must have 2 to 1000 values",
                "ecn-kmin; 100KB..400KB/99999999999; must have 2 to 1000 values",
                "ecn-pmax; 0..1/3log; has no proportion to 0",
                "link@a:b; up..down/3; takes no numbers",
                "ecn-kmin; 100KB..many/3; unknown unit",
                "ecn-kmin; 100KB,many; unknown unit",
                "ecn-kmim; 100KB; is not something that can be changed",
            })
    void whatMakesNoSenseIsRefused(String key, String text, String message) {
        assertThatThrownBy(() -> Variation.parse(key, text)).hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aRangeHasItsEndsItsCountAndItsOrderAndIsReadAgainAsTheSame(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            long from = random.nextLong(1_000, 1_000_000);
            long to = from + random.nextLong(100_000, 100_000_000);
            int count = random.nextInt(2, 40);
            boolean isLogarithmic = random.nextBoolean();
            boolean isFalling = random.nextBoolean();
            String text = (isFalling ? to + "B.." + from + "B/" : from + "B.." + to + "B/")
                    + count
                    + (isLogarithmic ? "log" : "");

            List<Change> changes = Variation.parse("ecn-kmin@leaf3", text).changes();

            assertThat(changes).as(text).hasSize(count);
            double[] bytes = changes.stream()
                    .mapToDouble(change -> ((Number) change.value()).doubleValue())
                    .toArray();
            assertThat(bytes[0]).isEqualTo((double) (isFalling ? to : from));
            assertThat(bytes[count - 1]).isEqualTo((double) (isFalling ? from : to));
            for (int at = 1; at < count; at++) {
                double step = isLogarithmic ? Math.log(bytes[at] / bytes[at - 1]) : bytes[at] - bytes[at - 1];
                double mean = (isLogarithmic ? Math.log(bytes[count - 1] / bytes[0]) : bytes[count - 1] - bytes[0])
                        / (count - 1);
                assertThat(step).as(text).isCloseTo(mean, within(isLogarithmic ? 2e-3 : 1.001));
                String written = changes.get(at).text();
                int equals = written.indexOf('=');
                assertThat(Change.parse(written.substring(0, equals), written.substring(equals + 1)))
                        .isEqualTo(changes.get(at));
            }
        }
    }

    @Test
    void aGridHasAllCombinationsTheLastTheQuickest() {
        List<Setting> settings = Setting.grid(
                List.of(Change.parse("buffer", "64MiB"), Change.parse("ecn-pmax", "0.1")),
                List.of(Variation.parse("ecn-kmin", "1KB,2KB"), Variation.parse("ecn-pmax", "0.2,0.3")));

        assertThat(settings)
                .extracting(Setting::text)
                .containsExactly(
                        "ecn-kmin=1KB ecn-pmax=0.2",
                        "ecn-kmin=1KB ecn-pmax=0.3",
                        "ecn-kmin=2KB ecn-pmax=0.2",
                        "ecn-kmin=2KB ecn-pmax=0.3");
        // the fixed pmax gives its place to the varied one
        assertThat(settings.get(3).changes())
                .extracting(Change::text)
                .containsExactly("buffer=64MiB", "ecn-pmax=0.3", "ecn-kmin=2KB");
    }

    @Test
    void equalSettingsAreTakenOnceAndTooManyAreRefused() {
        assertThat(Setting.grid(List.of(), List.of(Variation.parse("ecn-kmin", "1000B,1KB,1KiB"))))
                .hasSize(2);
        assertThat(Setting.grid(List.of(), List.of())).hasSize(1);
        assertThatThrownBy(() -> Setting.grid(
                        List.of(),
                        List.of(
                                Variation.parse("ecn-kmin", "1KB..1MB/101"),
                                Variation.parse("ecn-kmax", "1MB..2MB/100"))))
                .hasMessageContaining("more than 10000 settings");
        assertThatThrownBy(() -> Setting.grid(
                        List.of(), List.of(Variation.parse("ecn-kmin", "1KB"), Variation.parse("ecn-kmin", "2KB"))))
                .hasMessageContaining("varied twice");
    }

    private static Ranked.Scored scored(double low, double likely, double high, double queue, double paused) {
        Ratio ratio = new Ratio(low, likely, high);
        return new Ranked.Scored(
                new Setting(List.of(), List.of()),
                new Score(new JobId("job"), ratio, Verdict.of(ratio), new TreeMap<>(), queue, paused, ""));
    }

    @Test
    void settingsWhoseIntervalsOverlapShareARank() {
        List<Ranked> ranked = Ranked.of(List.of(
                scored(0.95, 0.97, 0.99, 9, 9),
                scored(0.80, 0.82, 0.85, 8, 8),
                new Ranked.Scored(new Setting(List.of(), List.of()), Score.refused("Kmin above Kmax")),
                scored(0.84, 0.86, 0.97, 7, 7),
                scored(0.96, 1.00, 1.10, 6, 6)));

        assertThat(ranked).extracting(Ranked::rank).containsExactly(1, 1, 3, 3, null);
        assertThat(ranked.get(0).score().ratio().likely()).isEqualTo(0.82);
        assertThat(ranked.get(4).score().why()).isEqualTo("Kmin above Kmax");
        assertThat(ranked.get(4).isQueueFront()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void theFrontIsWhatNothingBeats(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            List<Ranked.Scored> settings = new ArrayList<>();
            for (int at = 0; at < 12; at++) {
                double likely = 0.5 + random.nextInt(8) / 8.0;
                settings.add(scored(likely, likely, likely, random.nextInt(8), random.nextInt(8)));
            }

            List<Ranked> ranked = Ranked.of(settings);

            for (Ranked one : ranked) {
                boolean isBeaten = ranked.stream().anyMatch(other -> beats(other, one));
                assertThat(one.isQueueFront()).isEqualTo(!isBeaten);
            }
            assertThat(ranked).anyMatch(Ranked::isQueueFront).anyMatch(Ranked::isPauseFront);
        }
    }

    private static boolean beats(Ranked a, Ranked b) {
        double quicker = b.score().ratio().likely() - a.score().ratio().likely();
        double shallower = b.score().queuePeakBytes() - a.score().queuePeakBytes();
        return quicker >= 0 && shallower >= 0 && quicker + shallower > 0;
    }
}
