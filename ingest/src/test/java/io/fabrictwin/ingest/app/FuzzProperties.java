package io.fabrictwin.ingest.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.ingest.publish.DiscardingOutlet;
import io.fabrictwin.ingest.publish.Sequences;
import io.fabrictwin.model.event.FabricEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever an input holds, recognition and every parser end, throw nothing, and account for each record. A short run by
 * default; {@code -Dfuzz.inputs=100000} runs as long as wanted, {@code -Dseed=N} one input again.
 */
class FuzzProperties {
    private static final int INPUTS = Integer.getInteger("fuzz.inputs", 600);
    /** Not a speed limit: on the slowest machine an input takes a thousandth of it. */
    private static final Duration HANGS = Duration.ofMinutes(1);
    /** Damage anywhere in a long file costs as much as in a short one and finds no more. */
    private static final int MAX_BYTES = 200_000;

    private final List<Path> samples =
            Stream.concat(Samples.fixtures().stream(), Samples.real().stream()).toList();

    @Test
    void everyParserSurvivesEveryDamage() {
        Long only = Long.getLong("seed");
        for (long seed = only == null ? 0 : only; seed < (only == null ? INPUTS : only + 1); seed++) {
            Random random = new Random(seed);
            Path sample = samples.get(random.nextInt(samples.size()));
            byte[] damaged = Mutations.damaged(content(sample), random);
            if (random.nextInt(8) == 0) {
                damaged = spliced(damaged, content(samples.get(random.nextInt(samples.size()))), random);
            }
            check("-Dseed=" + seed + " " + sample, damaged, random);
        }
    }

    /** Patterns that try every way to divide a long run of one thing never end on it. */
    @Test
    void recognitionEndsOnAnyMonotony() throws IOException {
        for (String run : List.of(
                "\n",
                " ",
                "\t",
                "a",
                "0",
                "\"",
                "'",
                "{",
                "[",
                "<",
                "#",
                ":",
                "-",
                "|",
                "=",
                ",",
                ".",
                "\\",
                "a b ",
                "a: ",
                "0x0 ",
                "\n ",
                " \n",
                "a\n",
                "\r\n",
                "- ",
                "a=",
                "<a>",
                "{\"a\":",
                "[0] ",
                "1.1.1.1 ",
                "00:")) {
            Head head = Head.of(new ByteArrayInputStream(
                    run.repeat(Head.BYTES / run.length()).getBytes(UTF_8)));
            for (Format format : Formats.all()) {
                assertTimeoutPreemptively(
                        HANGS, () -> format.recognise(head), () -> format.name() + " on runs of '" + run.strip() + "'");
            }
        }
    }

    private static void check(String name, byte[] bytes, Random random) {
        assertTimeoutPreemptively(
                HANGS,
                () -> {
                    List<Format> formats = Formats.recognised(Head.of(new ByteArrayInputStream(bytes)));
                    for (Format format : formats) {
                        check(name, bytes, format);
                    }
                    // A person may name any format for any file.
                    List<Format> all = Formats.all();
                    check(name, bytes, all.get(random.nextInt(all.size())));
                },
                name);
    }

    private static void check(String name, byte[] bytes, Format format) throws IOException {
        if (format.isFolder()) {
            return;
        }
        TextInput input = new TextInput(name, bytes);
        Account account =
                new Account(input, format.name(), new Sequences(), new DiscardingOutlet(), IngestListener.NONE);
        OncePerRecord once = new OncePerRecord(account);
        String as = name + " as " + format.name();
        try {
            format.parse(input, once);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            throw new AssertionError(as, e);
        }
        FileReport report = account.report(null);
        assertThat(report.accepted() + report.ignored() + report.rejected() + report.duplicate() + report.late())
                .as(as)
                .isEqualTo(report.read())
                .isEqualTo(once.count);
    }

    /** Checks that record numbers rise by one, so that none is told twice and none is left out. */
    private static final class OncePerRecord implements Sink {
        private final Sink sink;
        private long count;

        OncePerRecord(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void accepted(long record, Place place, List<? extends FabricEvent> events) {
            next(record);
            sink.accepted(record, place, events);
        }

        @Override
        public void ignored(long record, Place place) {
            next(record);
            sink.ignored(record, place);
        }

        @Override
        public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
            next(record);
            sink.rejected(record, place, code, reason, raw);
        }

        @Override
        public void unread(String what) {
            sink.unread(what);
        }

        private void next(long record) {
            assertThat(record).isEqualTo(count);
            count++;
        }
    }

    private static byte[] spliced(byte[] one, byte[] other, Random random) {
        ByteArrayOutputStream spliced = new ByteArrayOutputStream();
        spliced.write(one, 0, random.nextInt(one.length + 1));
        int from = random.nextInt(other.length + 1);
        spliced.write(other, from, other.length - from);
        return spliced.toByteArray();
    }

    private static byte[] content(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
                try (InputStream plain = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                    return plain.readNBytes(MAX_BYTES);
                }
            }
            return bytes.length <= MAX_BYTES ? bytes : Arrays.copyOf(bytes, MAX_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
