package io.fabrictwin.model.ladder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LadderTest {
    static Stream<Rung> coreRungs() {
        return Ladder.rungs().stream().filter(Rung::isCore);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("coreRungs")
    void coreRungIsInBand(Rung rung) {
        assertThat(rung.checks().get())
                .isNotEmpty()
                .allSatisfy(check ->
                        assertThat(check.isInBand()).as(check.toString()).isTrue());
    }

    @Test
    void idsAreUnique() {
        assertThat(Ladder.rungs()).extracting(Rung::id).doesNotHaveDuplicates();
    }
}
