package io.fabrictwin.streams.app;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.schemas.Topics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks the broker about our topics. Every method fails where the broker is away. */
final class BrokerTopics {
    private final Admin admin;

    BrokerTopics(Admin admin) {
        this.admin = admin;
    }

    /** Names of the topics that the twin reads to fold, and writes to, that do not exist, in order. Others may come later. */
    List<String> missing() throws ExecutionException, InterruptedException {
        List<String> missing = new ArrayList<>();
        List<String> needed = new ArrayList<>(Topics.truth());
        needed.add(Topics.QUARANTINE);
        needed.add(Topics.FINDINGS);
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                describe(needed).entrySet()) {
            try {
                topic.getValue().get();
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                missing.add(topic.getKey());
            }
        }
        return missing;
    }

    private SortedMap<String, KafkaFuture<TopicDescription>> describe(List<String> names) {
        return new TreeMap<>(admin.describeTopics(names).topicNameValues());
    }

    /**
     * The end of the topics of truth.
     *
     * @param partitionCount of the topic that has most: there are as many tasks
     */
    record Ends(Positions positions, int partitionCount) {}

    Ends ends() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                describe(Topics.truth()).entrySet()) {
            topic.getValue()
                    .get()
                    .partitions()
                    .forEach(partition ->
                            latest.put(new TopicPartition(topic.getKey(), partition.partition()), OffsetSpec.latest()));
        }
        SortedMap<Positions.Partition, Long> ends = new TreeMap<>();
        admin.listOffsets(latest)
                .all()
                .get()
                .forEach((partition, end) ->
                        ends.put(new Positions.Partition(partition.topic(), partition.partition()), end.offset()));
        int partitionCount = ends.keySet().stream()
                .mapToInt(partition -> partition.number() + 1)
                .max()
                .orElse(0);
        return new Ends(new Positions(ends), partitionCount);
    }
}
