package io.fabrictwin.model.id;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedTextTest {
    @Test
    void theSameBytesAreTheSameObjectWhereverTheyLie() {
        byte[] around = "xleaf0017:Ethernet4y".getBytes(UTF_8);
        String text = SharedText.of("leaf0017:Ethernet4".getBytes(UTF_8), 0, 18);
        assertThat(text).isEqualTo("leaf0017:Ethernet4");
        assertThat(SharedText.of(around, 1, 18)).isSameAs(text);
    }

    @Test
    void textsThatMeetInOnePlaceAreStillToldApart() {
        Random random = new Random(11);
        for (int i = 0; i < 300_000; i++) {
            String text =
                    Integer.toString(random.nextInt(100_000), 36) + (random.nextInt(9) == 0 ? "\u00e9\u4e2d" : "");
            byte[] utf8 = text.getBytes(UTF_8);
            assertThat(SharedText.of(utf8, 0, utf8.length)).isEqualTo(text);
        }
    }

    @Test
    void longTextsAndNoTextAreReadAsTheyAre() {
        String text = "a".repeat(1_000);
        assertThat(SharedText.of(text.getBytes(UTF_8), 0, 1_000)).isEqualTo(text);
        assertThat(SharedText.of(new byte[0], 0, 0)).isEmpty();
    }
}
