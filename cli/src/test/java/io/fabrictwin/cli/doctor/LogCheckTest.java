package io.fabrictwin.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogCheckTest {
    @Test
    void aRecordThatWasAppendedWhileItWasSentTellsNothingOfTheClocks() {
        assertThat(LogCheck.clocks(1_000, 4_000, 9_000).state()).isEqualTo(Diagnosis.State.FINE);
        assertThat(LogCheck.clocks(1_000, 100, 1_100).state()).isEqualTo(Diagnosis.State.FINE);
    }

    @ParameterizedTest
    @CsvSource({"10000, 8500, 10020, 1.5 s behind ours", "10000, 73020, 10020, 63.0 s ahead of ours"})
    void aClockThatIsOffIsToldByHowMuchAtLeast(long beforeMs, long appendedMs, long afterMs, String told) {
        Diagnosis diagnosis = LogCheck.clocks(beforeMs, appendedMs, afterMs);
        assertThat(diagnosis.state()).isEqualTo(Diagnosis.State.PROBLEM);
        assertThat(diagnosis.detail()).endsWith(told);
    }
}
