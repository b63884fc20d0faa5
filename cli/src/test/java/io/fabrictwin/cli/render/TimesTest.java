package io.fabrictwin.cli.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.WrongUsageException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final long NOW_NS = 1_772_366_400_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T12:00:00Z, 0",
        "2026-03-01T13:00:00.000000001+01:00, 1",
        "now, 0",
        "-1h, -3600000000000",
        "+1.5ms, 1500000",
        "1772366400, 0",
        "1772366400.25, 250000000",
        "1772366400000, 0",
        "1772366400000000, 0",
        "1772366400000000007, 7",
    })
    void readsEveryForm(String text, long afterNowNs) {
        assertThat(Times.parseTime(text, NOW)).isEqualTo(NOW_NS + afterNowNs);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "2026-13-01T00:00:00Z", "-1", "-1 fortnight", "99999999999999999999"})
    void refusesTheRestWithWhatToWrite(String text) {
        assertThatThrownBy(() -> Times.parseTime(text, NOW))
                .isInstanceOf(WrongUsageException.class)
                .hasMessageContaining("cannot be read; write");
    }

    @Test
    void readsDurations() {
        assertThat(Times.parseDuration("80ms")).isEqualTo(80_000_000);
        assertThat(Times.parseDuration("2min")).isEqualTo(120_000_000_000L);
    }
}
