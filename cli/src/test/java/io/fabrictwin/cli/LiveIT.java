package io.fabrictwin.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.ingest.live.LiveConfig;
import io.fabrictwin.ingest.live.LiveIngest;
import io.fabrictwin.ingest.live.SourceSpec;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.SourceState;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Live sources on a real broker: through rotation and restart, the log holds what a plain fold of the same events does. */
class LiveIT {
    private static final long SEED = 20_261_130;
    private static final int EVENTS = 600;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** The generated events must not lie ahead. */
    private static final Clock CLOCK = Clock.offset(Clock.systemUTC(), Duration.ofDays(3_000));

    @TempDir
    private Path directory;

    @Test
    void nothingIsLostThroughRotationAndRestartAndTheFoldIsThatOfThePlainEvents() throws Exception {
        List<FabricEvent> events = events();
        assertThat(events).hasSize(EVENTS);
        List<String> lines = events.stream().map(EventJson::write).toList();
        Path log = directory.resolve("job.jsonl");
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory.resolve("broker"))) {
            append(log, lines.subList(0, 100));
            try (LiveIngest live = live(broker, log)) {
                String answer = push(live, String.join("\n", lines.subList(100, 200)), "events");
                assertThat(answer).contains("\"read\":100,\"accepted\":");
                assertThat(push(live, String.join("\n", lines.subList(100, 200)), "events"))
                        .contains("\"duplicate\":100");
                Files.move(log, directory.resolve("job.jsonl.1"));
                append(log, lines.subList(200, 300));
                // A line that is not whole yet, and its other half.
                Files.writeString(log, lines.get(300).substring(0, 20), StandardOpenOption.APPEND);
                awaitRead(live, 200);
                Files.writeString(log, lines.get(300).substring(20) + "\n", StandardOpenOption.APPEND);
                append(log, lines.subList(301, 400));
            }
            append(log, lines.subList(400, 500));
            Files.move(log, directory.resolve("job.jsonl.2"));
            append(log, lines.subList(500, EVENTS));
            try (LiveIngest live = live(broker, log)) {
                awaitFold(broker, events);
                SourceState tail = state(live, "tail");
                assertThat(tail.lastError()).isNull();
                assertThat(tail.read())
                        .isEqualTo(tail.accepted() + tail.ignored() + tail.rejected() + tail.duplicate() + tail.late());
                assertThat(tail.rejected()).isZero();
                assertThat(get(live, "/metrics"))
                        .contains("fabrictwin_source_lag{kind=\"tail\",source=\"tail\",unit=\"bytes\"}");
            }
            JsonNode sources = Run.fine("show", "sources", "-o", "json", "--bootstrap", broker.bootstrap())
                    .json();
            assertThat(sources.findValuesAsText("source")).contains("http", "tail");
            assertThat(sources.findValuesAsText("state"))
                    .allMatch(state -> state.startsWith("stopped") || state.startsWith("not heard of"));
            quarantineIsReplayed(broker);
        }
    }

    @Test
    void everyKindOfSourceTakesItsEventInAlsoWhenTheBrokerWasAway() throws Exception {
        int port = freePort();
        Path watched = Files.createDirectory(directory.resolve("dumps"));
        HttpServer exporter = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        exporter.createContext("/metrics", exchange -> {
            byte[] answer = stopped("scraped").getBytes(UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        exporter.start();
        int udp = freePort();
        int tcp = freePort();
        Path folder = directory.resolve("broker");
        EmbeddedBroker broker = EmbeddedBroker.start(folder, port);
        createTopic(broker.bootstrap(), "gnmic");
        LiveConfig config = new LiveConfig(
                new FabricId("lab"),
                new LiveConfig.Http("127.0.0.1", 0, true, 1 << 20, 4),
                List.of(
                        new SourceSpec.Watch("watch", watched, "auto", Duration.ofMillis(200)),
                        new SourceSpec.Syslog("udp", SourceSpec.Syslog.Transport.UDP, "127.0.0.1", udp, "events"),
                        new SourceSpec.Syslog("tcp", SourceSpec.Syslog.Transport.TCP, "127.0.0.1", tcp, "events"),
                        new SourceSpec.Messages("kafka", broker.access(), "gnmic", "events"),
                        new SourceSpec.Scrape(
                                "scrape",
                                List.of(
                                        URI.create("http://127.0.0.1:"
                                                + exporter.getAddress().getPort() + "/metrics"),
                                        URI.create("http://127.0.0.1:1/metrics")),
                                "events",
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1))));
        List<AutoCloseable> open = new ArrayList<>(List.of(broker));
        LiveIngest live =
                LiveIngest.start(config, broker.access(), () -> new TruthLog(broker.access()).createTopics(), CLOCK);
        try {
            Files.writeString(watched.resolve("dump"), stopped("watched"));
            await().atMost(PATIENCE).until(() -> state(live, "tcp").state().equals("listening"));
            byte[] datagram = stopped("udp").getBytes(UTF_8);
            await().atMost(PATIENCE).until(() -> {
                // A datagram may come before somebody listens.
                try (DatagramSocket socket = new DatagramSocket()) {
                    socket.send(new DatagramPacket(
                            datagram, datagram.length, new InetSocketAddress(InetAddress.getLoopbackAddress(), udp)));
                }
                return state(live, "udp").accepted() > 0;
            });
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), tcp)) {
                String counted = stopped("counted").strip();
                socket.getOutputStream().write((counted.length() + " " + counted + stopped("tcp")).getBytes(UTF_8));
            }
            send(broker.bootstrap(), "gnmic", stopped("kafka"));
            awaitJobs(broker.access(), "watched", "udp", "tcp", "counted", "kafka", "scraped");
            assertThat(state(live, "scrape 127.0.0.1:1").lastError()).contains("no connection");

            open.remove(0).close();
            CompletableFuture<String> pushed = CompletableFuture.supplyAsync(() -> {
                try {
                    return push(live, stopped("pushed"), "events");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(PATIENCE)
                    .until(() -> state(live, "http").state(), state -> state.startsWith("waiting for broker"));
            assertThat(get(live, "/metrics"))
                    .contains("fabrictwin_source_waiting_for_broker{kind=\"http\",source=\"http\"} 1.0");
            open.add(EmbeddedBroker.start(folder, port));
            awaitJobs(broker.access(), "pushed");
            await().atMost(PATIENCE).until(() -> state(live, "http").state(), state -> state.equals("listening"));
            assertThat(pushed).succeedsWithin(PATIENCE);
        } finally {
            live.close();
            for (AutoCloseable left : open) {
                left.close();
            }
            exporter.stop(0);
        }
    }

    private static String stopped(String job) {
        return "{\"type\":\"JobStopped\",\"job\":\"" + job + "\",\"eventTime\":\"2026-01-01T00:00:00Z\"}\n";
    }

    private static void awaitJobs(BrokerAccess broker, String... jobs) {
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            Set<String> found = new HashSet<>();
            new LogSource.Broker(broker).cut(LogEnd.NOW).read(Positions.NONE, next -> {
                if (new EventCodec().decode(next.value()) instanceof JobStopped stopped) {
                    found.add(stopped.job().value());
                }
            });
            assertThat(found).contains(jobs);
        });
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void createTopic(String bootstrap, String name) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
        }
    }

    private static void send(String bootstrap, String topic, String value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(topic, value.getBytes(UTF_8))).get();
        }
    }

    /** Events that are told apart by their identity and do not lie ahead. */
    private static List<FabricEvent> events() {
        Set<List<Object>> identities = new HashSet<>();
        long nowNs = CLOCK.millis() * 1_000_000;
        return new EventGenerator(new Random(SEED))
                .events(10 * EVENTS).stream()
                        .filter(event -> event.meta().eventTimeNs() < nowNs)
                        .filter(event -> identities.add(List.of(
                                event.meta().source(),
                                event.meta().record(),
                                event.meta().index())))
                        .limit(EVENTS)
                        .toList();
    }

    /** What was given to the wrong format is understood by the right one. */
    private void quarantineIsReplayed(EmbeddedBroker broker) throws Exception {
        String scrape = "# TYPE x counter\nnode_network_receive_bytes_total{device=\"eth0\"} 12\nnonsense}\n";
        String bootstrap = broker.bootstrap();
        Path file = Files.writeString(directory.resolve("scrape.txt"), scrape);
        assertThat(Run.of("ingest", "events", file.toString(), "--bootstrap", bootstrap)
                        .exitCode())
                .isEqualTo(ExitCodes.BAD_DATA);
        assertThat(quarantined(bootstrap)).hasSize(3);
        Run replay = Run.of(
                "quarantine", "replay", "--all", "--format", "node-exporter", "-o", "json", "--bootstrap", bootstrap);
        assertThat(replay.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(replay.json().findValuesAsText("outcome"))
                .containsExactly("understood", "understood", "rejected again");
        JsonNode left = quarantined(bootstrap);
        assertThat(left.findValuesAsText("place")).containsExactly("line 3");
        assertThat(Run.fine("quarantine", "show", left.get(0).get("id").asText(), "--bootstrap", bootstrap)
                        .out())
                .contains("6e 6f 6e 73 65 6e 73 65 7d", "nonsense}");
    }

    private static JsonNode quarantined(String bootstrap) {
        return Run.fine("quarantine", "list", "-o", "json", "--bootstrap", bootstrap)
                .json();
    }

    private static LiveIngest live(EmbeddedBroker broker, Path log) {
        LiveConfig config = new LiveConfig(
                new FabricId("lab"),
                new LiveConfig.Http("127.0.0.1", 0, true, 1 << 20, 4),
                List.of(new SourceSpec.Tail("tail", log, "events")));
        return LiveIngest.start(config, broker.access(), () -> new TruthLog(broker.access()).createTopics(), CLOCK);
    }

    private static void awaitRead(LiveIngest live, long records) {
        await().atMost(PATIENCE).until(() -> state(live, "tail").read() >= records);
    }

    private static SourceState state(LiveIngest live, String name) {
        return live.states().stream()
                .filter(state -> state.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitFold(EmbeddedBroker broker, List<FabricEvent> events) {
        Map<EntityKey, EntityState> inMemory = new TreeMap<>();
        Fold.applyAll(inMemory, events);
        Map<FabricId, String> expected = new TreeMap<>();
        FabricFrame.fabrics(inMemory)
                .forEach(fabric -> expected.put(
                        fabric,
                        FabricFrame.of(fabric, inMemory, new Positions(new TreeMap<>()))
                                .digest()));
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> {
            FoldedLog folded = FoldedLog.of(broker.access());
            Map<FabricId, String> found = new TreeMap<>();
            expected.keySet()
                    .forEach(fabric ->
                            found.put(fabric, folded.frame(fabric.value()).digest()));
            assertThat(found).isEqualTo(expected);
        });
    }

    private static void append(Path file, List<String> lines) throws Exception {
        List<String> copy = new ArrayList<>(lines);
        Files.write(file, copy, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String push(LiveIngest live, String body, String format) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + live.httpPort() + "/ingest/" + format))
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static String get(LiveIngest live, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + live.httpPort() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
