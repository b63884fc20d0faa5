package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class DrawsTest {
    private static final double ELEVEN_DIGITS = 1e-11;

    /** Everywhere in (0, 1], and next to 1, where the logarithm is as small as the rest to 1. */
    @Test
    void minusLogHasElevenDigits() {
        SplittableRandom random = new SplittableRandom(1);
        DoubleStream anywhere = random.doubles(20_000, Double.MIN_NORMAL, 1);
        DoubleStream small = random.doubles(20_000).map(value -> Math.scalb(1 - value, -random.nextInt(1000)));
        DoubleStream nextToOne = random.doubles(20_000).map(value -> 1 - Math.scalb(value, -random.nextInt(50)));
        DoubleStream.concat(anywhere, DoubleStream.concat(small, nextToOne)).forEach(value -> {
            double expected = -StrictMath.log(value);
            assertThat(Draws.minusLog(value))
                    .as("minus the logarithm of %s", value)
                    .isCloseTo(expected, within(ELEVEN_DIGITS * expected));
        });
    }

    @Test
    void minusLogOfOneIsNothing() {
        assertThat(Draws.minusLog(1)).isZero();
    }
}
