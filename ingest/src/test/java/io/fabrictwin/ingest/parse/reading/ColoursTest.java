package io.fabrictwin.ingest.parse.reading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColoursTest {
    @ParameterizedTest
    @CsvSource({
        "plain, plain",
        "^[93m[NO]^[0m, [NO]",
        "a^[1;32m^[0mb, ab",
        "^[?25lbar^[, bar^[",
        "^a^[93, ^a^[93",
        "^^[0m^, ^^",
        "^[0m, ''"
    })
    void areRemoved(String coloured, String plain) {
        assertThat(Colours.removedFrom(coloured.replace('^', '\u001b'))).isEqualTo(plain.replace('^', '\u001b'));
    }
}
