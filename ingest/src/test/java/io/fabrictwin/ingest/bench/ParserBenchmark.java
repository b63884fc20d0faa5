package io.fabrictwin.ingest.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How fast files are parsed, as a share of how fast their lines are read by a plain reader in the same run. Arguments:
 * format and file, again and again; a file that is small is repeated. Told is the shortest round of each.
 */
public final class ParserBenchmark {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int LEAST_BYTES = 50_000_000;
    private static final int ROUNDS = 8;
    private static final int WARM_ROUNDS = 8;

    private ParserBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        System.out.println("| format | MB | records | events | plain reader, MB/s | parser, MB/s | share |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            Format format = Formats.named(arguments[i]).orElseThrow();
            measure(format, repeated(Files.readAllBytes(Path.of(arguments[i + 1]))));
        }
    }

    private static void measure(Format format, byte[] content) throws IOException {
        Memory input = new Memory(content, format.name());
        Counting counting = new Counting();
        double plain = Double.MAX_VALUE;
        double parsed = Double.MAX_VALUE;
        // They take turns, so that both meet the same machine.
        for (int round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
            double plainNow = seconds(() -> lines(content));
            double parsedNow = seconds(() -> {
                counting.reset();
                format.parse(input, counting);
            });
            if (round >= WARM_ROUNDS) {
                plain = Math.min(plain, plainNow);
                parsed = Math.min(parsed, parsedNow);
            }
        }
        double megabytes = content.length / 1e6;
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %d | %d | %.0f | %.0f | %.2f |%n",
                format.name(),
                megabytes,
                counting.records,
                counting.events,
                megabytes / plain,
                megabytes / parsed,
                plain / parsed);
    }

    private interface Work {
        void run() throws IOException;
    }

    /** CPU time of this thread. */
    private static double seconds(Work work) throws IOException {
        long startNs = THREADS.getCurrentThreadCpuTime();
        work.run();
        return (THREADS.getCurrentThreadCpuTime() - startNs) / 1e9;
    }

    private static void lines(byte[] content) throws IOException {
        long characters = 0;
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(content), UTF_8))) {
            String line;
            while ((line = reader.readLine()) != null) {
                characters += line.length();
            }
        }
        if (characters == 0) {
            throw new IllegalArgumentException("there is no text");
        }
    }

    private static byte[] repeated(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        while (out.size() < LEAST_BYTES) {
            out.writeBytes(content);
        }
        return out.toByteArray();
    }

    private static final class Counting implements Sink {
        private long records;
        private long events;

        void reset() {
            records = 0;
            events = 0;
        }

        @Override
        public void accepted(long record, Place place, List<? extends FabricEvent> told) {
            records++;
            events += told.size();
        }

        @Override
        public void ignored(long record, Place place) {
            records++;
        }

        @Override
        public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
            records++;
        }
    }

    private static final class Memory implements Input {
        private final byte[] content;
        private final EventContext context;

        Memory(byte[] content, String format) {
            this.content = content;
            this.context = new EventContext(
                    new FabricId("fabric"), new SourceId(format, "benchmark"), 1_767_225_600_000_000_000L, 0);
        }

        @Override
        public String name() {
            return "benchmark";
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public EventContext context() {
            return context;
        }
    }
}
