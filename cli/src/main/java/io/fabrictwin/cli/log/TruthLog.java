package io.fabrictwin.cli.log;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics of truth on one broker. */
public final class TruthLog {
    /** How long a broker may take to answer before it counts as away. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final String bootstrap;

    public TruthLog(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** Creates the topics that are missing, with their planned settings. */
    public void createTopics() {
        try (Admin admin = admin()) {
            List<NewTopic> planned = Topics.all(Topics.DEFAULT_TRUTH_PARTITIONS).stream()
                    .map(plan -> new NewTopic(plan.name(), plan.partitions(), (short) 1).configs(plan.settings()))
                    .toList();
            for (KafkaFuture<Void> creation :
                    admin.createTopics(planned).values().values()) {
                await(creation, TopicExistsException.class);
            }
        }
    }

    /** The next offset of every partition, as of now. */
    public Positions endPositions() {
        try (Admin admin = admin()) {
            Map<String, TopicDescription> topics =
                    await(admin.describeTopics(Topics.truth()).allTopicNames());
            Map<TopicPartition, OffsetSpec> asked = new TreeMap<>(TruthLog::compare);
            topics.forEach((name, topic) -> topic.partitions()
                    .forEach(partition ->
                            asked.put(new TopicPartition(name, partition.partition()), OffsetSpec.latest())));
            SortedMap<Positions.Partition, Long> nextOffsets = new TreeMap<>();
            Map<TopicPartition, ListOffsetsResultInfo> ends =
                    await(admin.listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                            .all());
            ends.forEach((partition, end) ->
                    nextOffsets.put(new Positions.Partition(partition.topic(), partition.partition()), end.offset()));
            return new Positions(nextOffsets);
        }
    }

    /** Fabrics that the topology tells of; what it does not tell of cannot be forked. */
    public SortedSet<FabricId> fabrics() {
        SortedSet<FabricId> fabrics = new TreeSet<>();
        EventCodec codec = new EventCodec();
        WholeTopic.read(bootstrap, Topic.TOPOLOGY.topicName(), (key, value) -> {
            try {
                fabrics.add(codec.decode(value).meta().fabric());
            } catch (UndecodableException e) {
                // It tells of no fabric; what cannot be decoded is told of by the fork itself.
            }
        });
        return fabrics;
    }

    private Admin admin() {
        try {
            return Admin.create(Map.of(
                    "bootstrap.servers",
                    bootstrap,
                    "default.api.timeout.ms",
                    (int) PATIENCE.toMillis(),
                    "request.timeout.ms",
                    (int) PATIENCE.toMillis()));
        } catch (KafkaException e) {
            throw new UnreachableException(
                    "there can be no broker at '" + bootstrap + "'; give its address as HOST:PORT", e);
        }
    }

    private <T> T await(KafkaFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(e);
        } catch (ExecutionException | TimeoutException e) {
            throw unreachable(e);
        }
    }

    private void await(KafkaFuture<Void> answer, Class<? extends Exception> fine) {
        try {
            answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(e);
        } catch (ExecutionException e) {
            if (!fine.isInstance(e.getCause())) {
                throw unreachable(e);
            }
        } catch (TimeoutException e) {
            throw unreachable(e);
        }
    }

    private UnreachableException unreachable(Exception cause) {
        return new UnreachableException(
                "no answer from the broker at " + bootstrap + "; is it running, and is the address right?", cause);
    }

    private static int compare(TopicPartition a, TopicPartition b) {
        int order = a.topic().compareTo(b.topic());
        return order != 0 ? order : Integer.compare(a.partition(), b.partition());
    }
}
