package io.fabrictwin.cli.log;

import io.fabrictwin.cli.broker.BrokerAdmin;
import io.fabrictwin.cli.broker.TopicKeeper;
import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** The topics of truth on one broker. */
public final class TruthLog {
    private final BrokerAccess access;

    public TruthLog(BrokerAccess access) {
        this.access = access;
    }

    /** Creates the topics that are missing, with their planned settings. */
    public void createTopics() {
        try (BrokerAdmin broker = BrokerAdmin.of(access)) {
            new TopicKeeper(broker).createMissing();
        }
    }

    /** The next offset of every partition, as of now. */
    public Positions endPositions() {
        try (BrokerAdmin broker = BrokerAdmin.of(access)) {
            Map<String, TopicDescription> topics =
                    broker.answer(broker.admin().describeTopics(Topics.truth()).allTopicNames());
            Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
            topics.forEach((name, topic) -> topic.partitions()
                    .forEach(partition ->
                            asked.put(new TopicPartition(name, partition.partition()), OffsetSpec.latest())));
            SortedMap<Positions.Partition, Long> nextOffsets = new TreeMap<>();
            broker.answer(broker.admin()
                            .listOffsets(asked, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                            .all())
                    .forEach((partition, end) -> nextOffsets.put(
                            new Positions.Partition(partition.topic(), partition.partition()), end.offset()));
            return new Positions(nextOffsets);
        }
    }

    /** Fabrics that the topology tells of; what it does not tell of cannot be forked. */
    public SortedSet<FabricId> fabrics() {
        SortedSet<FabricId> fabrics = new TreeSet<>();
        EventCodec codec = new EventCodec();
        WholeTopic.read(access, Topic.TOPOLOGY.topicName(), (key, value) -> {
            try {
                fabrics.add(codec.decode(value).meta().fabric());
            } catch (UndecodableException e) {
                // It tells of no fabric; what cannot be decoded is told of by the fork itself.
            }
        });
        return fabrics;
    }
}
