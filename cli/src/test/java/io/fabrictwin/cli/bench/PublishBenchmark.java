package io.fabrictwin.cli.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.schemas.TopicPlan;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How fast events are published, with accounting and recognition of duplicates, as a share of how fast a bare producer
 * of the same settings sends the same bytes to the same embedded broker in the same run. The two take turns; what is told
 * of a round is the sum over its turns, from connecting to all being delivered: by the clock, and the processor time of the
 * client alone (the thread that sends and the producer's own). Arguments, all of which may be left out: events a turn,
 * turns a round, rounds.
 */
public final class PublishBenchmark {
    private static final int EVENTS = 200_000;
    private static final int TURNS = 4;
    private static final int ROUNDS = 4;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final IngestOptions OPTIONS = new IngestOptions(new FabricId("lab"), null);
    /** Made once, as parsers have them. */
    private static final List<String> COUNTERS =
            IntStream.range(0, 8).mapToObj(counter -> "counter" + counter).toList();

    private static final String PRODUCER_THREAD = "kafka-producer-network-thread";

    private final int events;
    private final int turns;

    private PublishBenchmark(int events, int turns) {
        this.events = events;
        this.turns = turns;
    }

    /** What sending took. */
    private record Cost(double seconds, double clientSeconds) {
        static final Cost NONE = new Cost(0, 0);

        Cost plus(Cost other) {
            return new Cost(seconds + other.seconds, clientSeconds + other.clientSeconds);
        }
    }

    public static void main(String[] arguments) throws IOException {
        PublishBenchmark benchmark = new PublishBenchmark(number(arguments, 0, EVENTS), number(arguments, 1, TURNS));
        benchmark.run(number(arguments, 2, ROUNDS));
    }

    private static int number(String[] arguments, int index, int otherwise) {
        return index < arguments.length ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private void run(int rounds) throws IOException {
        Path folder = Files.createTempDirectory("fabric-twin-benchmark");
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
            new TruthLog(broker.access()).createTopics();
            createLike("fabric.telemetry", "bare", broker);
            System.out.println("The first round warms up.");
            System.out.println(
                    "| round | bare producer, events/s | publisher, events/s | share | bare, us of processor an event |"
                            + " publisher | share |");
            System.out.println("|---|---|---|---|---|---|---|");
            for (int round = 0; round < rounds; round++) {
                Cost bare = Cost.NONE;
                Cost published = Cost.NONE;
                for (int turn = 0; turn < turns; turn++) {
                    Path file = Files.writeString(folder.resolve("input"), "round " + round + " turn " + turn);
                    Prepared prepared = new Prepared(events);
                    new Ingestion(Clock.systemUTC())
                            .dryRun(FormatChoice.of(prepared), List.of(file), OPTIONS, IngestListener.NONE);
                    bare = bare.plus(bare(prepared.records("bare"), broker));
                    published = published.plus(publish(prepared, file, broker));
                    System.err.printf(
                            Locale.ROOT, "round %d of %d, turn %d of %d%n", round + 1, rounds, turn + 1, turns);
                }
                print(round, bare, published);
            }
        }
    }

    private void print(int round, Cost bare, Cost published) {
        double sent = (double) events * turns;
        System.out.printf(
                Locale.ROOT,
                "| %d | %.0f | %.0f | %.2f | %.2f | %.2f | %.2f |%n",
                round,
                sent / bare.seconds,
                sent / published.seconds,
                bare.seconds / published.seconds,
                1e6 * bare.clientSeconds / sent,
                1e6 * published.clientSeconds / sent,
                bare.clientSeconds / published.clientSeconds);
    }

    /** Processor time of this thread and of the producers that live, ns. */
    private static long clientNs() {
        long sum = THREADS.getCurrentThreadCpuTime();
        for (ThreadInfo thread : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().startsWith(PRODUCER_THREAD)) {
                sum += Math.max(0, THREADS.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return sum;
    }

    private static void createLike(String planned, String name, EmbeddedBroker broker) {
        TopicPlan plan = Topics.all(Topics.DEFAULT_TRUTH_PARTITIONS).stream()
                .filter(candidate -> candidate.name().equals(planned))
                .findFirst()
                .orElseThrow();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()))) {
            admin.createTopics(List.of(new NewTopic(name, plan.partitions(), (short) 1).configs(plan.settings())))
                    .all()
                    .get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Cost publish(Prepared prepared, Path file, EmbeddedBroker broker) {
        long[] endNs = new long[2];
        IngestListener listener = new IngestListener() {
            @Override
            public void progress(String input, long records) {
                if (records == events) {
                    endNs[0] = System.nanoTime();
                    endNs[1] = clientNs();
                }
            }
        };
        long startClientNs = clientNs();
        long startNs = System.nanoTime();
        FileReport report = new Ingestion(Clock.systemUTC())
                .publish(FormatChoice.of(prepared), List.of(file), OPTIONS, broker.access(), BrokerWait.NONE, listener)
                .get(0);
        if (report.accepted() != events) {
            throw new IllegalStateException("published " + report);
        }
        return new Cost((endNs[0] - startNs) / 1e9, (endNs[1] - startClientNs) / 1e9);
    }

    private static Cost bare(List<ProducerRecord<byte[], byte[]>> records, EmbeddedBroker broker) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.bootstrap(),
                "acks",
                "all",
                "linger.ms",
                5,
                "batch.size",
                256 * 1024,
                "compression.type",
                "lz4");
        AtomicReference<Exception> failure = new AtomicReference<>();
        Cost cost;
        long startClientNs = clientNs();
        long startNs = System.nanoTime();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (ProducerRecord<byte[], byte[]> record : records) {
                var unused = producer.send(record, (metadata, exception) -> {
                    if (exception != null) {
                        failure.set(exception);
                    }
                });
            }
            producer.flush();
            cost = new Cost((System.nanoTime() - startNs) / 1e9, (clientNs() - startClientNs) / 1e9);
        }
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        return cost;
    }

    /** Hands on events that were made before, so that no parser is measured. */
    private static final class Prepared implements Format {
        private final int count;
        /** The events of each record. */
        private final List<List<FabricEvent>> made = new ArrayList<>();

        Prepared(int count) {
            this.count = count;
        }

        @Override
        public String name() {
            return "prepared";
        }

        @Override
        public String emittedBy() {
            return "the benchmark";
        }

        @Override
        public Set<Class<? extends FabricEvent>> yields() {
            return Set.of(PortCountersObserved.class);
        }

        @Override
        public Likeness recognise(Head head) {
            return Likeness.NONE;
        }

        @Override
        public void parse(Input input, Sink sink) {
            if (made.isEmpty()) {
                for (int i = 0; i < count; i++) {
                    SortedMap<String, Long> counters = new TreeMap<>();
                    for (int counter = 0; counter < COUNTERS.size(); counter++) {
                        counters.put(COUNTERS.get(counter), 1_000_000_007L * i + counter);
                    }
                    made.add(List.of(new PortCountersObserved(
                            input.context().meta(i, 0, 1_767_225_600_000_000_000L + 1_000_000L * i),
                            new PortId(new DeviceId("leaf" + i % 512), "Ethernet" + i % 64),
                            null,
                            counters)));
                }
            }
            for (int i = 0; i < count; i++) {
                sink.accepted(i, Place.line(i + 1), made.get(i));
            }
        }

        List<ProducerRecord<byte[], byte[]>> records(String topic) {
            EventCodec codec = new EventCodec();
            return made.stream()
                    .flatMap(List::stream)
                    .map(event -> new ProducerRecord<>(topic, event.key().getBytes(UTF_8), codec.encode(event)))
                    .toList();
        }
    }
}
