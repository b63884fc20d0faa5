package io.fabrictwin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.cli.log.TruthLog;
import io.fabrictwin.cli.render.SampleForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.schemas.TopicPlan;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live twin says which topics it waits for, and needs none that only others write to. */
class LiveTwinTopicsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Set<String> OF_OTHERS = Set.of(Topics.SCENARIOS, Topics.FORECASTS, Topics.BACKTESTS);

    @TempDir
    private Path folder;

    @Test
    void itFoldsWithoutTheTopicsOfWorkersAndReadsThemOnceTheyAreThere() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"));
                Admin admin = Admin.create(broker.access().with(Map.of()));
                LiveTwin twin = LiveTwin.start(Settings.local(broker.access(), folder.resolve("stores"), 0))) {
            await().atMost(PATIENCE)
                    .until(() -> twin.status()
                            .detail()
                            .equals("waiting for topics fabric.config, fabric.quarantine, fabric.telemetry,"
                                    + " fabric.topology, fabric.workload, twin.findings: make them with fabric-twin"
                                    + " topics apply, or ingest something"));
            List<NewTopic> needed = Topics.all(2).stream()
                    .filter(plan -> !OF_OTHERS.contains(plan.name()))
                    .map(LiveTwinTopicsIT::topic)
                    .toList();
            admin.createTopics(needed).all().get();
            await().atMost(PATIENCE).until(() -> twin.status().isReady());
            assertThat(twin.forecasts()).isEmpty();

            new TruthLog(broker.access()).createTopics();
            try (KafkaProducer<byte[], byte[]> worker = new KafkaProducer<>(
                    broker.access().with(Map.of()), new ByteArraySerializer(), new ByteArraySerializer())) {
                worker.send(new ProducerRecord<>(
                                Topics.FORECASTS,
                                new byte[] {1},
                                new ForecastCodec().encode(SampleForecast.of(new Ratio(0.9, 0.95, 1.0)))))
                        .get();
            }
            await().atMost(PATIENCE).until(() -> twin.forecasts().size() == 1);
        }
    }

    private static NewTopic topic(TopicPlan plan) {
        return new NewTopic(plan.name(), plan.partitions(), (short) 1).configs(plan.settings());
    }
}
