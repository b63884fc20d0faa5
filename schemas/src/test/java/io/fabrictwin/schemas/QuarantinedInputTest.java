package io.fabrictwin.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import org.junit.jupiter.api.Test;

class QuarantinedInputTest {
    @Test
    void keepsTheBeginningOfALongRecordAndItsLength() {
        QuarantinedInput input = input(new byte[QuarantinedInput.MAX_RAW_BYTES + 1], 1_000_000);

        assertThat(input.rawBytes()).hasSize(QuarantinedInput.MAX_RAW_BYTES);
        assertThat(input.originalLengthBytes()).isEqualTo(1_000_000);
    }

    @Test
    void isComparedByContentAndCannotBeChangedFromOutside() {
        byte[] raw = {1, 2, 3};
        QuarantinedInput input = input(raw, 3);
        raw[0] = 9;
        input.rawBytes()[1] = 9;

        assertThat(input).isEqualTo(input(new byte[] {1, 2, 3}, 3)).hasSameHashCodeAs(input(new byte[] {1, 2, 3}, 3));
        assertThat(input).isNotEqualTo(input(new byte[] {1, 2, 4}, 3));
    }

    @Test
    void isNeverLongerThanTheOriginal() {
        assertThatThrownBy(() -> input(new byte[4], 3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("original length 3 bytes is less than the 4 bytes kept");
    }

    private static QuarantinedInput input(byte[] raw, long originalLengthBytes) {
        return new QuarantinedInput(
                new FabricId("fabric"),
                new SourceId("sonic-config-db", "abc"),
                "line 1",
                "MALFORMED",
                "no comma",
                raw,
                originalLengthBytes,
                1);
    }
}
