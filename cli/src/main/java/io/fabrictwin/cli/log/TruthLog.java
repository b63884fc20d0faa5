package io.fabrictwin.cli.log;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topics of truth on one broker. */
public final class TruthLog {
    /** How long a broker may take to answer before it counts as away. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final EventCodec CODEC = new EventCodec();

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

    /**
     * Reads everything before {@code end}, partition by partition in no promised order.
     *
     * @param onUndecodable told the place and the reason of each record that holds no event
     */
    public void read(Positions end, Consumer<FabricEvent> onEvent, Consumer<String> onUndecodable) {
        Map<TopicPartition, Long> left = new TreeMap<>(TruthLog::compare);
        end.nextOffsets().forEach((partition, next) -> {
            if (next > 0) {
                left.put(new TopicPartition(partition.topic(), partition.number()), next);
            }
        });
        try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
            consumer.assign(left.keySet());
            consumer.seekToBeginning(left.keySet());
            long heardNs = System.nanoTime();
            while (!left.isEmpty()) {
                ConsumerRecords<byte[], byte[]> messages = consumer.poll(Duration.ofMillis(200));
                if (!messages.isEmpty()) {
                    heardNs = System.nanoTime();
                } else if (System.nanoTime() - heardNs > PATIENCE.toNanos()) {
                    throw new KafkaException("nothing came for " + PATIENCE.toSeconds() + " s");
                }
                for (ConsumerRecord<byte[], byte[]> message : messages) {
                    Long next = left.get(new TopicPartition(message.topic(), message.partition()));
                    if (next != null && message.offset() < next) {
                        decode(message, onEvent, onUndecodable);
                    }
                }
                List<TopicPartition> done = new ArrayList<>();
                left.forEach((partition, next) -> {
                    if (consumer.position(partition) >= next) {
                        done.add(partition);
                    }
                });
                done.forEach(left::remove);
                consumer.pause(done);
            }
        } catch (KafkaException e) {
            throw unreachable(e);
        }
    }

    private static void decode(
            ConsumerRecord<byte[], byte[]> message, Consumer<FabricEvent> onEvent, Consumer<String> onUndecodable) {
        FabricEvent event;
        try {
            event = CODEC.decode(message.value());
        } catch (UndecodableException e) {
            onUndecodable.accept(message.topic() + "-" + message.partition() + " offset " + message.offset() + ": "
                    + e.getMessage());
            return;
        }
        onEvent.accept(event);
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

    private KafkaConsumer<byte[], byte[]> consumer() {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "isolation.level",
                        "read_committed",
                        "enable.auto.commit",
                        false,
                        "max.poll.records",
                        5_000,
                        "default.api.timeout.ms",
                        (int) PATIENCE.toMillis()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
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
