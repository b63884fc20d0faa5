package io.fabrictwin.ingest.parse;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;

/** Damages inputs the way disks, terminals and people do, from a seed. */
public final class Mutations {
    private static final int ROUNDS = 400;
    private static final int MAX_DAMAGES = 4;

    private Mutations() {}

    /** Parses many damaged copies; the check gets each with what became of it. */
    public static void damage(Format format, String fixture, BiConsumer<TextInput, ParsedInput> check) {
        byte[] whole = ParsedInput.fixture(fixture);
        for (int seed = 0; seed < ROUNDS; seed++) {
            TextInput input = new TextInput(fixture, damaged(whole, new Random(seed)));
            assertThatCode(() -> check.accept(input, ParsedInput.of(format, input)))
                    .as(fixture + " damaged with seed " + seed)
                    .doesNotThrowAnyException();
        }
    }

    /** A copy with one to four damages. */
    public static byte[] damaged(byte[] whole, Random random) {
        byte[] damaged = whole;
        for (int i = 0; i <= random.nextInt(MAX_DAMAGES); i++) {
            damaged = damage(damaged, random);
        }
        return damaged;
    }

    private static byte[] damage(byte[] bytes, Random random) {
        if (bytes.length < 2) {
            return bytes;
        }
        int at = random.nextInt(bytes.length);
        int lineStart = at;
        while (lineStart > 0 && bytes[lineStart - 1] != '\n') {
            lineStart--;
        }
        int lineEnd = at;
        while (lineEnd < bytes.length - 1 && bytes[lineEnd] != '\n') {
            lineEnd++;
        }
        byte[] head = Arrays.copyOf(bytes, lineStart);
        byte[] line = Arrays.copyOfRange(bytes, lineStart, lineEnd + 1);
        byte[] tail = Arrays.copyOfRange(bytes, lineEnd + 1, bytes.length);
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> {
                byte[] flipped = bytes.clone();
                flipped[at] ^= (byte) (1 << random.nextInt(8));
                yield flipped;
            }
            case 2 -> join(head, tail);
            case 3 -> join(head, line, line, tail);
            case 4 -> join(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
            default -> {
                byte[] noise = new byte[1 + random.nextInt(8)];
                random.nextBytes(noise);
                yield join(Arrays.copyOf(bytes, at), noise, Arrays.copyOfRange(bytes, at, bytes.length));
            }
        };
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
