package io.fabrictwin.cli.broker;

import io.fabrictwin.schemas.TopicPlan;
import io.fabrictwin.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Looks at the topics of the product on a broker, and makes them as they should be, as far as nothing is lost by it. */
public final class TopicKeeper {
    private static final List<String> NAMES = Topics.all(Topics.DEFAULT_TRUTH_PARTITIONS).stream()
            .map(TopicPlan::name)
            .toList();

    private static final Duration SEEN_WITHIN = Duration.ofSeconds(10);
    private static final long LOOK_MS = 100;

    private final BrokerAdmin broker;
    private final Admin admin;

    public TopicKeeper(BrokerAdmin broker) {
        this.broker = broker;
        this.admin = broker.admin();
    }

    /** What is not as wanted. */
    public List<TopicDifference> differences(TopicRequest request) {
        return TopicComparison.differences(request, shapes());
    }

    /** Makes the topics that are missing, with as many partitions as their fellows have. Touches no other. */
    public void createMissing() {
        Map<String, TopicDescription> found = descriptions();
        if (found.keySet().containsAll(NAMES)) {
            return;
        }
        Set<String> missing = new HashSet<>(NAMES);
        missing.removeAll(found.keySet());
        create(TopicRequest.USUAL, shapes(found), missing);
    }

    /** Does what can be done, and tells what differs then. */
    public List<TopicDifference> apply(TopicRequest request) {
        change(request, differences(request));
        // A broker tells of a change when it has heard of it, which is a moment after it was made.
        long sinceNs = System.nanoTime();
        List<TopicDifference> left = differences(request);
        while (left.stream().anyMatch(difference -> difference.remedy() != TopicDifference.Remedy.NONE)
                && System.nanoTime() - sinceNs < SEEN_WITHIN.toNanos()) {
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return left;
            }
            left = differences(request);
        }
        return left;
    }

    private void change(TopicRequest request, List<TopicDifference> differences) {
        Set<String> missing = new HashSet<>();
        Map<String, NewPartitions> grown = new HashMap<>();
        Map<ConfigResource, Collection<AlterConfigOp>> set = new HashMap<>();
        for (TopicDifference difference : differences) {
            switch (difference.remedy()) {
                case CREATE -> missing.add(difference.topic());
                case GROW ->
                    grown.put(difference.topic(), NewPartitions.increaseTo(Integer.parseInt(difference.planned())));
                case SET ->
                    set.computeIfAbsent(resource(difference.topic()), topic -> new ArrayList<>())
                            .add(new AlterConfigOp(
                                    new ConfigEntry(difference.what(), difference.planned()),
                                    AlterConfigOp.OpType.SET));
                case NONE -> {}
            }
        }
        create(request, shapes(), missing);
        if (!grown.isEmpty()) {
            broker.done(admin.createPartitions(grown).all());
        }
        if (!set.isEmpty()) {
            broker.done(admin.incrementalAlterConfigs(set).all());
        }
    }

    private void create(TopicRequest request, Map<String, TopicShape> found, Set<String> missing) {
        Integer replicas = request.replicas();
        List<NewTopic> topics = TopicComparison.plans(request, found).stream()
                .filter(plan -> missing.contains(plan.name()))
                .map(plan -> new NewTopic(
                                plan.name(),
                                Optional.of(plan.partitions()),
                                Optional.ofNullable(replicas).map(Integer::shortValue))
                        .configs(plan.settings()))
                .toList();
        for (KafkaFuture<Void> creation : admin.createTopics(topics).values().values()) {
            broker.done(creation, TopicExistsException.class);
        }
    }

    /** The topics that exist, by name. */
    public SortedMap<String, TopicShape> shapes() {
        return shapes(descriptions());
    }

    private Map<String, TopicDescription> descriptions() {
        Map<String, TopicDescription> found = new TreeMap<>();
        admin.describeTopics(NAMES)
                .topicNameValues()
                .forEach((name, description) -> broker.answer(description, UnknownTopicOrPartitionException.class)
                        .ifPresent(topic -> found.put(name, topic)));
        return found;
    }

    private SortedMap<String, TopicShape> shapes(Map<String, TopicDescription> descriptions) {
        Map<ConfigResource, Config> configs = broker.answer(admin.describeConfigs(descriptions.keySet().stream()
                        .map(TopicKeeper::resource)
                        .toList())
                .all());
        Set<String> filled = filled(descriptions.values());
        SortedMap<String, TopicShape> shapes = new TreeMap<>();
        descriptions.forEach((name, topic) -> {
            SortedMap<String, String> settings = new TreeMap<>();
            Objects.requireNonNull(configs.get(resource(name))).entries().forEach(entry -> {
                if (entry.value() != null) {
                    settings.put(entry.name(), entry.value());
                }
            });
            int replicas = topic.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .min()
                    .orElse(0);
            shapes.put(name, new TopicShape(topic.partitions().size(), replicas, !filled.contains(name), settings));
        });
        return shapes;
    }

    private Set<String> filled(Collection<TopicDescription> topics) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        topics.forEach(topic -> topic.partitions()
                .forEach(partition ->
                        asked.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest())));
        Set<String> filled = new HashSet<>();
        broker.answer(admin.listOffsets(asked).all()).forEach((partition, end) -> {
            if (end.offset() > 0) {
                filled.add(partition.topic());
            }
        });
        return filled;
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }
}
