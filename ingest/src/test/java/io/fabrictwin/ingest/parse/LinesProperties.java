package io.fabrictwin.ingest.parse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinesProperties {
    private static final String[] PARTS = {
        "\n",
        "\n",
        "\r\n",
        "\r",
        "a",
        "port ",
        "seven b",
        "eighth b",
        "\0",
        "é",
        "\u2003",
        "\uFFFD",
        "\uFEFF",
        "0123456789abcdef"
    };
    private static final byte[][] BROKEN = {{(byte) 0xC3}, {(byte) 0xFF}, {(byte) 0xE2, (byte) 0x80}, {(byte) 0x80}};

    /** A line as it must arrive, its bytes as ISO 8859-1. */
    private record Expected(String raw, boolean isTerminated) {}

    @Test
    void everyLineArrivesHoweverTheBytesComeIn() throws IOException {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] content = content(random, random.nextInt(400));
            check("seed " + seed, content, random);
        }
    }

    @Test
    void linesThatLieAcrossChunksAreWhole() throws IOException {
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            while (content.size() < 1 << 18) {
                content.writeBytes("x".repeat(random.nextInt(1 << 16)).getBytes(UTF_8));
                content.writeBytes(content(random, 20));
            }
            check("seed " + seed, content.toByteArray(), random);
        }
    }

    @Test
    void aLineIsTooLongBeyondTheLimitAlone() throws IOException {
        for (int length : new int[] {Lines.MAX_LINE_BYTES, Lines.MAX_LINE_BYTES + 1, 5 * Lines.MAX_LINE_BYTES}) {
            byte[] content = ("first\n" + "y".repeat(length) + "\nlast").getBytes(UTF_8);
            List<Line> lines = lines(content, new Random(length));
            assertThat(lines).extracting(Line::isTerminated).containsExactly(true, true, false);
            assertThat(lines.get(2).text()).isEqualTo("last");
            Line.Defect defect = lines.get(1).defect();
            if (length <= Lines.MAX_LINE_BYTES) {
                assertThat(defect).isNull();
                assertThat(lines.get(1).text()).hasSize(length);
            } else {
                assertThat(defect).isNotNull();
                assertThat(defect.code()).isEqualTo(RejectCode.TOO_LONG);
                assertThat(defect.reason()).contains("has " + length + " bytes");
                assertThat(lines.get(1).raw()).isEqualTo("y".repeat(1 << 10).getBytes(UTF_8));
            }
        }
    }

    private static byte[] content(Random random, int parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (int i = 0; i < parts; i++) {
            boolean isBroken = random.nextInt(50) == 0;
            content.writeBytes(
                    isBroken
                            ? BROKEN[random.nextInt(BROKEN.length)]
                            : PARTS[random.nextInt(PARTS.length)].getBytes(UTF_8));
        }
        return content.toByteArray();
    }

    private static void check(String seed, byte[] content, Random random) throws IOException {
        List<Line> lines = lines(content, random);
        List<Expected> expected = expected(content);
        assertThat(lines).as(seed).hasSameSizeAs(expected);
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            byte[] raw = expected.get(i).raw().getBytes(ISO_8859_1);
            assertThat(line.number()).isEqualTo(i + 1);
            assertThat(line.raw()).as(seed).isEqualTo(raw);
            assertThat(line.text()).as(seed).isEqualTo(new String(raw, UTF_8));
            assertThat(line.isTerminated()).as(seed).isEqualTo(expected.get(i).isTerminated());
            assertThat(reason(line)).as(seed).isEqualTo(reason(raw));
        }
    }

    private static @Nullable String reason(Line line) {
        Line.Defect defect = line.defect();
        return defect == null ? null : defect.reason();
    }

    private static @Nullable String reason(byte[] raw) {
        for (int i = 0; i < raw.length; i++) {
            if (raw[i] == 0) {
                return "NUL byte at position " + i;
            }
        }
        return Arrays.equals(new String(raw, UTF_8).getBytes(UTF_8), raw) ? null : "invalid UTF-8";
    }

    private static List<Expected> expected(byte[] content) {
        List<Expected> lines = new ArrayList<>();
        int start = 0;
        for (int i = 0; i <= content.length; i++) {
            boolean isTerminated = i < content.length && content[i] == '\n';
            if (!isTerminated && (i < content.length || start == i)) {
                continue;
            }
            int to = isTerminated && i > start && content[i - 1] == '\r' ? i - 1 : i;
            byte[] raw = Arrays.copyOfRange(content, start, to);
            boolean isMarked = lines.isEmpty() && new String(raw, UTF_8).startsWith("\uFEFF");
            lines.add(new Expected(new String(raw, ISO_8859_1).substring(isMarked ? 3 : 0), isTerminated));
            start = i + 1;
        }
        return lines;
    }

    /** The lines, told apart only after all were read: none may change under its reader. */
    private static List<Line> lines(byte[] content, Random random) throws IOException {
        List<Line> lines = new ArrayList<>();
        Lines.read(new Trickling(content, random.nextLong()), lines::add);
        return lines;
    }

    private static final class Trickling implements Input {
        private final TextInput input;
        private final Random random;

        Trickling(byte[] content, long seed) {
            this.input = new TextInput("trickling", content);
            this.random = new Random(seed);
        }

        @Override
        public String name() {
            return input.name();
        }

        @Override
        public EventContext context() {
            return input.context();
        }

        @Override
        public InputStream open() {
            InputStream whole = input.open();
            int most = 1 + random.nextInt(random.nextBoolean() ? 20 : 1 << 17);
            return new ByteArrayInputStream(new byte[0]) {
                @Override
                public synchronized int read(byte[] into, int from, int length) {
                    try {
                        return whole.read(into, from, Math.min(length, 1 + random.nextInt(most)));
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        }
    }
}
