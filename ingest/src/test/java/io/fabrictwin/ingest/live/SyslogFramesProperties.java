package io.fabrictwin.ingest.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** However a stream is cut into packets, its messages are the same. */
class SyslogFramesProperties {
    @Test
    void countedAndTerminatedMessagesComeWholeInAnySplit() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<String> expected = new ArrayList<>();
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            for (int i = 0; i < 20; i++) {
                String message = "<" + random.nextInt(190) + ">leaf1 mlx5: é " + "x".repeat(random.nextInt(40)) + i;
                if (random.nextBoolean()) {
                    String twoLines = random.nextBoolean() ? message : message + "\nsecond";
                    byte[] bytes = twoLines.getBytes(UTF_8);
                    stream.writeBytes((bytes.length + " ").getBytes(UTF_8));
                    stream.writeBytes(bytes);
                    expected.add(twoLines.replace("\n", "#012"));
                } else {
                    stream.writeBytes((message + (random.nextBoolean() ? "\n" : "\r\n")).getBytes(UTF_8));
                    expected.add(message);
                }
            }
            assertThat(frames(stream.toByteArray(), random)).as("seed %s", seed).isEqualTo(expected);
        }
    }

    @Test
    void junkIsCutIntoBoundedMessagesAndThrowsNothing() {
        for (long seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            byte[] junk = new byte[5_000];
            random.nextBytes(junk);
            assertThat(frames(junk, random)).as("seed %s", seed).isNotEmpty();
        }
        byte[] huge = new byte[3 * SyslogFrames.MAX_MESSAGE_BYTES];
        Arrays.fill(huge, (byte) 'a');
        assertThat(frames(huge, new Random(1)))
                .singleElement()
                .satisfies(message -> assertThat(message).hasSize(SyslogFrames.MAX_MESSAGE_BYTES));
    }

    @Test
    void aDatagramIsOneMessage() {
        byte[] datagram = "12 <13>one\ntwo\n\0".getBytes(UTF_8);
        assertThat(new String(SyslogFrames.datagram(datagram, datagram.length), UTF_8))
                .isEqualTo("12 <13>one#012two");
        assertThat(SyslogFrames.datagram(new byte[] {'\n'}, 1)).isEmpty();
    }

    private static List<String> frames(byte[] stream, Random random) {
        List<String> messages = new ArrayList<>();
        SyslogFrames frames = new SyslogFrames(message -> messages.add(new String(message, UTF_8)));
        int from = 0;
        while (from < stream.length) {
            int count = Math.min(stream.length - from, 1 + random.nextInt(50));
            frames.take(stream, from, count);
            from += count;
        }
        frames.end();
        return messages;
    }
}
