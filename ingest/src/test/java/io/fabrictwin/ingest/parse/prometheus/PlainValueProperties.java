package io.fabrictwin.ingest.parse.prometheus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlainValueProperties {
    private static final List<String> LEFT_TO_OTHERS = List.of(
            "",
            ".",
            "-1",
            "+1",
            "NaN",
            "+Inf",
            "1e",
            "1e+",
            "1e1234",
            "1.2.3",
            "1 2",
            "1 ",
            "0x1",
            "1_0",
            "9007199254740993",
            "1234567890123456789",
            "1e23",
            "1e-23",
            "5 # {trace=\"a\"} 1");

    @Test
    void readsWhatItReadsExactly() {
        int readCount = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            String text = number(new Random(seed));
            double value = parse(text);
            if (!Double.isNaN(value)) {
                readCount++;
                assertThat(value).as("seed %s: %s", seed, text).isEqualTo(Double.parseDouble(text.strip()));
            }
        }
        assertThat(readCount).isGreaterThan(10_000);
    }

    @Test
    void leavesToOthersWhatItIsNotSureOf() {
        assertThat(LEFT_TO_OTHERS).allSatisfy(text -> assertThat(parse(text)).isNaN());
    }

    private static double parse(String text) {
        byte[] bytes = ("name" + text + "\n").getBytes(US_ASCII);
        return PlainValue.parse(bytes, 4, bytes.length - 1);
    }

    private static String number(Random random) {
        double value = random.nextInt(1_000_000) * Math.pow(10, random.nextInt(20) - 8);
        return switch (random.nextInt(5)) {
            case 0 -> " " + random.nextLong(1L << random.nextInt(1, 63));
            case 1 -> "\t" + String.format(Locale.ROOT, "%e", value);
            case 2 -> " " + value;
            case 3 -> String.format(Locale.ROOT, " %.6f", value);
            default -> "  " + random.nextInt(1000) + "." + random.nextInt(1_000_000) + "E+" + random.nextInt(12);
        };
    }
}
