package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioCancelled;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.worker.Answering;
import io.fabrictwin.replay.worker.Outcome;
import io.fabrictwin.replay.worker.Worker;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ScenarioNoteCodec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queue of scenarios on a real broker, with workers that come and go. */
class WorkerIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final FabricId FABRIC = new FabricId("cluster");
    private static final ScenarioNoteCodec CODEC = new ScenarioNoteCodec();

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;

    private final List<String> begun = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start(folder.resolve("broker"));
        new TruthLog(broker.access()).createTopics();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static ScenarioAsked asked(String name) {
        return ScenarioAsked.of(
                FABRIC, new Scenario(name, 10, 10, 20, List.of(Change.parse("ecn-kmin@leaf0", "400KB")), 1), 100);
    }

    private static void tell(ScenarioNote... notes) throws ExecutionException, InterruptedException {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.bootstrap()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (ScenarioNote note : notes) {
                producer.send(new ProducerRecord<>(
                                Topics.SCENARIOS, note.key().getBytes(StandardCharsets.UTF_8), CODEC.encode(note)))
                        .get();
            }
        }
    }

    private Worker worker(String name, Answering answering) {
        return Worker.start(
                broker.access(),
                name,
                asked -> {
                    begun.add(name + " " + asked.name());
                    return answering.answer(asked);
                },
                Clock.systemUTC());
    }

    private static Outcome done(String key) {
        return Outcome.done(key, Positions.NONE, 0);
    }

    private static Outcome never(ScenarioAsked asked) {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Outcome.refused("interrupted");
    }

    private static Run list() {
        return Run.of("scenarios", "list", "--bootstrap", broker.bootstrap(), "-o", "csv");
    }

    private static void awaitListed(String id, String stage) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(list().out().lines())
                        .anyMatch(line -> line.startsWith(id) && line.contains("," + stage + ",")));
    }

    @Test
    void scenariosAreAnsweredInTheOrderAskedAndOnlyOnce() throws Exception {
        ScenarioAsked first = asked("first");
        ScenarioAsked second = asked("second");
        tell(first, second, first);
        try (Worker one = worker("one", asked -> done("key of " + asked.name()))) {
            assertThat(one).isNotNull();
            Run wait = Run.of("scenarios", "wait", second.id(), "--bootstrap", broker.bootstrap());
            assertThat(wait.exitCode()).isZero();
            assertThat(wait.out()).contains("done", "key of second", "one");
        }
        assertThat(begun).containsExactly("one first", "one second");
        assertThat(Run.of("scenarios", "cancel", first.id(), "--bootstrap", broker.bootstrap())
                        .exitCode())
                .isEqualTo(ExitCodes.ANSWER_IS_NO);
    }

    @Test
    void whatAWorkerBeganThatIsGoneIsBegunAgainByTheNext() throws Exception {
        ScenarioAsked asked = asked("left-behind");
        tell(asked);
        try (Worker one = worker("one", WorkerIT::never)) {
            assertThat(one).isNotNull();
            awaitListed(asked.id(), "running");
        }
        try (Worker two = worker("two", it -> done("key"))) {
            assertThat(two).isNotNull();
            awaitListed(asked.id(), "done");
        }
        assertThat(begun).containsExactly("one left-behind", "two left-behind");
    }

    @Test
    void whatIsTakenBackIsStoppedAndTheNextBegins() throws Exception {
        ScenarioAsked unwanted = asked("unwanted");
        ScenarioAsked wanted = asked("wanted");
        tell(unwanted, wanted);
        try (Worker one = worker("one", it -> it.name().equals("unwanted") ? never(it) : done("key"))) {
            assertThat(one).isNotNull();
            awaitListed(unwanted.id(), "running");
            Run cancel = Run.of("scenarios", "cancel", unwanted.id(), "--bootstrap", broker.bootstrap());
            assertThat(cancel.out()).contains(unwanted.id() + " is taken back");
            awaitListed(unwanted.id(), "cancelled");
            awaitListed(wanted.id(), "done");
        }
    }

    @Test
    void whatIsTakenBackBeforeAWorkerComesIsNotBegun() throws Exception {
        ScenarioAsked unwanted = asked("unwanted-early");
        ScenarioAsked wanted = asked("wanted-later");
        tell(unwanted, new ScenarioCancelled(unwanted.id(), 200), wanted);
        try (Worker one = worker("one", it -> done("key"))) {
            assertThat(one).isNotNull();
            awaitListed(wanted.id(), "done");
        }
        assertThat(begun).containsExactly("one wanted-later");
    }

    @Test
    void whatFailsSaysWhyAndDoesNotStopTheWorker() throws Exception {
        ScenarioAsked failing = asked("failing");
        ScenarioAsked fine = asked("fine");
        tell(failing, fine);
        try (Worker one = worker("one", it -> {
            if (it.name().equals("failing")) {
                throw new IllegalStateException("the cluster is gone");
            }
            return done("key");
        })) {
            assertThat(one).isNotNull();
            awaitListed(fine.id(), "done");
        }
        Run wait = Run.of("scenarios", "wait", failing.id(), "--bootstrap", broker.bootstrap());
        assertThat(wait.exitCode()).isEqualTo(ExitCodes.ANSWER_IS_NO);
        assertThat(wait.err()).contains("failed", "the cluster is gone");
    }
}
