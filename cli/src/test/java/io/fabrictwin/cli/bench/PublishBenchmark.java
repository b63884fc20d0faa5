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
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * How fast events are published, with accounting and recognition of duplicates, as a share of how fast a bare producer
 * of the same settings sends the same bytes to the same embedded broker in the same run.
 */
public final class PublishBenchmark {
    private static final int EVENTS = 50_000;
    private static final int ROUNDS = 4;

    private PublishBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("fabric-twin-benchmark");
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"))) {
            new TruthLog(broker.bootstrap()).createTopics();
            createLike("fabric.telemetry", "bare", broker);
            System.out.println("| round | bare producer, events/s | publisher, events/s | MB/s | share |");
            System.out.println("|---|---|---|---|---|");
            for (int round = 0; round < ROUNDS; round++) {
                Path file = Files.writeString(folder.resolve("input" + round), "round " + round);
                Prepared prepared = new Prepared();
                run(prepared, file, broker, true);
                List<ProducerRecord<byte[], byte[]>> records = prepared.records("bare");
                long bytes = records.stream()
                        .mapToLong(record -> record.value().length)
                        .sum();
                double bare = bare(records, broker);
                double published = run(prepared, file, broker, false);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %.0f | %.0f | %.1f | %.2f |%n",
                        round,
                        EVENTS / bare,
                        EVENTS / published,
                        bytes / 1e6 / published,
                        bare / published);
            }
        }
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

    /** Seconds that it takes; a dry run only prepares. */
    private static double run(Prepared prepared, Path file, EmbeddedBroker broker, boolean isDry) {
        Ingestion ingestion = new Ingestion(Clock.systemUTC());
        IngestOptions options = new IngestOptions(new FabricId("lab"), null);
        FormatChoice choice = FormatChoice.of(prepared);
        if (isDry) {
            ingestion.dryRun(choice, List.of(file), options, IngestListener.NONE);
            return 0;
        }
        long startNs = System.nanoTime();
        FileReport report = ingestion
                .publish(choice, List.of(file), options, broker.bootstrap(), BrokerWait.NONE, IngestListener.NONE)
                .get(0);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        if (report.accepted() != EVENTS) {
            throw new IllegalStateException("published " + report);
        }
        return seconds;
    }

    private static double bare(List<ProducerRecord<byte[], byte[]>> records, EmbeddedBroker broker) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                broker.bootstrap(),
                "acks",
                "all",
                "linger.ms",
                20,
                "batch.size",
                256 * 1024,
                "compression.type",
                "lz4");
        AtomicReference<Exception> failure = new AtomicReference<>();
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
        }
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        return (System.nanoTime() - startNs) / 1e9;
    }

    /** Hands on events that were made before, so that no parser is measured. */
    private static final class Prepared implements Format {
        private final List<FabricEvent> events = new ArrayList<>();

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
            if (events.isEmpty()) {
                for (int i = 0; i < EVENTS; i++) {
                    SortedMap<String, Long> counters = new TreeMap<>();
                    for (int counter = 0; counter < 8; counter++) {
                        counters.put("counter" + counter, 1_000_000_007L * i + counter);
                    }
                    events.add(new PortCountersObserved(
                            input.context().meta(i, 0, 1_767_225_600_000_000_000L + 1_000_000L * i),
                            new PortId(new DeviceId("leaf" + i % 512), "Ethernet" + i % 64),
                            null,
                            counters));
                }
            }
            for (int i = 0; i < EVENTS; i++) {
                sink.accepted(i, "line " + (i + 1), List.of(events.get(i)));
            }
        }

        List<ProducerRecord<byte[], byte[]>> records(String topic) {
            EventCodec codec = new EventCodec();
            return events.stream()
                    .map(event -> new ProducerRecord<>(topic, event.key().getBytes(UTF_8), codec.encode(event)))
                    .toList();
        }
    }
}
