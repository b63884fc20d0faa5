package io.fabrictwin.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.flink.BrokerProcess;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.publish.KafkaOutlet;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Port;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import io.fabrictwin.streams.query.TwinStatus;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;

/**
 * How many events the live twin folds in a second of processor time of its process, with exactly-once, changelogs, findings
 * and page, as a share of what a bare consumer takes that only decodes the same events on as many threads. Then how long a cut
 * and a frame take while ports report one after another. The log is made up: arguments are its GPUs and its steps, how
 * many ports report between two frames, and how many rounds there are: each folds all anew, in a process that is warmer. Then the same by one
 * and by two instances with a thread each. The broker is a process of its own.
 */
public final class LiveBenchmark {
    private static final int DEFAULT_ROUNDS = 3;
    private static final int THREADS = 2;
    private static final int FRAMES = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private static final ThreadMXBean CLOCKS = ManagementFactory.getThreadMXBean();

    private LiveBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        String gpus = arguments.length > 0 ? arguments[0] : "1024";
        String steps = arguments.length > 1 ? arguments[1] : "20";
        int reporting = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 400;
        int rounds = arguments.length > 3 ? Integer.parseInt(arguments[3]) : DEFAULT_ROUNDS;
        Path folder = Files.createTempDirectory("fabric-twin-benchmark");
        try (BrokerProcess broker = BrokerProcess.start(folder)) {
            System.out.println(Run.of("synth", "--gpus", gpus, "--steps", steps, "--bootstrap", broker.bootstrap())
                    .out());
            Positions end = new TruthLog(BrokerAccess.plain(broker.bootstrap())).endPositions();
            System.out.println(
                    "| round | events | bare consumer, events per CPU s | live twin, events per CPU s | share | live twin, s |");
            System.out.println("|---|---|---|---|---|---|");
            for (int round = 0; round < rounds; round++) {
                long beforeNs = SYSTEM.getProcessCpuTime();
                long events = decoded(broker.bootstrap(), end);
                double bare = (SYSTEM.getProcessCpuTime() - beforeNs) / 1e9;
                beforeNs = SYSTEM.getProcessCpuTime();
                long startNs = System.nanoTime();
                try (LiveTwin twin = LiveTwin.start(
                        Settings.local(BrokerAccess.plain(broker.bootstrap()), folder.resolve("stores" + round), 0)
                                .withApplicationId("benchmark-" + round))) {
                    await(twin, end);
                    double seconds = (System.nanoTime() - startNs) / 1e9;
                    double live = (SYSTEM.getProcessCpuTime() - beforeNs) / 1e9;
                    System.out.printf(
                            Locale.ROOT,
                            "| %d | %d | %.0f | %.0f | %.2f | %.1f |%n",
                            round,
                            events,
                            events / bare,
                            events / live,
                            bare / live,
                            seconds);
                    if (round == rounds - 1) {
                        frames(twin, broker.bootstrap(), reporting);
                    }
                }
            }
            System.out.println("\n| instances with one thread each | events a second by the clock |\n|---|---|");
            for (int round = 0; round < rounds; round++) {
                for (int instances = 1; instances <= 2; instances++) {
                    together(broker, folder, instances, round);
                }
            }
        }
    }

    /** How fast instances of one group fold the log, each with a thread of its own, from when they have shared it out. */
    private static void together(BrokerProcess broker, Path folder, int instances, int round) {
        String group = "group-" + instances + "-" + round;
        List<LiveTwin> twins = new ArrayList<>();
        try {
            Positions end = new TruthLog(broker.access()).endPositions();
            for (int instance = 0; instance < instances; instance++) {
                twins.add(LiveTwin.start(Settings.local(broker.access(), folder.resolve(group + "-" + instance), 0)
                        .withThreads(1)
                        .withApplicationId(group)));
            }
            LiveTwin first = twins.get(0);
            Awaitility.await().forever().pollInterval(Duration.ofMillis(20)).until(() -> folded(first) > 0);
            long before = folded(first);
            long startNs = System.nanoTime();
            await(first, end);
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %.0f |%n",
                    instances,
                    (folded(first) - before) * 1e9 / (System.nanoTime() - startNs));
        } finally {
            twins.forEach(LiveTwin::close);
        }
    }

    /** By the whole group, as it knows. */
    private static long folded(LiveTwin twin) {
        TwinStatus.Rebuild rebuild = twin.status().rebuild();
        return rebuild == null ? 0 : rebuild.foldedRecords();
    }

    private static void await(LiveTwin twin, Positions end) {
        Awaitility.await().forever().pollInterval(Duration.ofMillis(20)).until(() -> twin.caughtUpWith(end));
    }

    /** Reads and decodes all up to the end, each partition number on one thread. */
    private static long decoded(String bootstrap, Positions end) {
        List<CompletableFuture<Long>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Map<TopicPartition, Long> own =
                    new TreeMap<>((one, other) -> one.toString().compareTo(other.toString()));
            for (var entry : end.nextOffsets().entrySet()) {
                if (entry.getKey().number() % THREADS == thread) {
                    own.put(
                            new TopicPartition(
                                    entry.getKey().topic(), entry.getKey().number()),
                            entry.getValue());
                }
            }
            threads.add(CompletableFuture.supplyAsync(() -> decoded(bootstrap, own)));
        }
        return threads.stream().mapToLong(CompletableFuture::join).sum();
    }

    private static long decoded(String bootstrap, Map<TopicPartition, Long> ends) {
        EventCodec codec = new EventCodec();
        long events = 0;
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            while (ends.entrySet().stream().anyMatch(entry -> consumer.position(entry.getKey()) < entry.getValue())) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    codec.decode(record.value());
                    events++;
                }
            }
        }
        return events;
    }

    private static void frames(LiveTwin twin, String bootstrap, int reporting) {
        FabricId fabric = twin.fabrics().first();
        FabricFrame first = twin.frame(fabric);
        List<Port> ports = first.ports();
        long reachNs = first.eventTimeReachNs().orElseThrow();
        double[] milliseconds = new double[FRAMES];
        double[] ofProcessor = new double[FRAMES];
        try (KafkaOutlet outlet = KafkaOutlet.connect(BrokerAccess.plain(bootstrap), PATIENCE)) {
            for (int at = 0, told = 0; at < FRAMES; at++) {
                for (int i = 0; i < reporting; i++, told++) {
                    outlet.accept(List.of(sample(fabric, ports.get(told % ports.size()), told, reachNs)));
                }
                outlet.flush();
                Positions now = new TruthLog(BrokerAccess.plain(bootstrap)).endPositions();
                await(twin, now);
                long startNs = System.nanoTime();
                long beforeNs = CLOCKS.getCurrentThreadCpuTime();
                twin.cut().frame(fabric).digest();
                ofProcessor[at] = (CLOCKS.getCurrentThreadCpuTime() - beforeNs) / 1e6;
                milliseconds[at] = (System.nanoTime() - startNs) / 1e6;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%n%d devices, %d ports, %d entities; a cut and a frame after %d ports reported, by the clock: %s; of processor: %s%n",
                first.devices().size(),
                ports.size(),
                first.states().size(),
                reporting,
                spread(milliseconds),
                spread(ofProcessor));
    }

    private static String spread(double[] milliseconds) {
        Arrays.sort(milliseconds);
        return String.format(
                Locale.ROOT,
                "median %.1f ms, 90 %% within %.1f ms, 99 %% within %.1f ms, longest %.1f ms",
                milliseconds[FRAMES / 2],
                milliseconds[FRAMES * 9 / 10],
                milliseconds[FRAMES * 99 / 100 - 1],
                milliseconds[FRAMES - 1]);
    }

    private static FabricEvent sample(FabricId fabric, Port port, int number, long reachNs) {
        EventMeta meta = new EventMeta(
                fabric,
                new SourceId("benchmark", "reports"),
                number,
                0,
                reachNs + number * 1_000_000L,
                0,
                Clock.SOURCE);
        return new PortCountersObserved(
                meta,
                port.id(),
                null,
                new TreeMap<>(Map.of(CounterName.TX_BYTES, 1_000L * number, CounterName.RX_BYTES, 900L * number)));
    }
}
