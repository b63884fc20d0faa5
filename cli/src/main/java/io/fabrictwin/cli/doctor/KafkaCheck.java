package io.fabrictwin.cli.doctor;

import io.fabrictwin.cli.broker.BrokerAdmin;
import io.fabrictwin.cli.broker.TopicDifference;
import io.fabrictwin.cli.broker.TopicKeeper;
import io.fabrictwin.cli.broker.TopicRequest;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.schemas.BrokerAccess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;

/** Brokers: whether they answer, what they are, their topics and their disks. */
final class KafkaCheck {
    static final String KAFKA = "kafka";
    static final String TOPICS = "topics";
    static final String BROKER_DISKS = "broker disks";

    /** Below it a broker's disk may be full before anybody looks. */
    private static final double LEAST_FREE_SHARE = 0.10;

    private final BrokerAdmin broker;
    private final BrokerAccess access;

    KafkaCheck(BrokerAdmin broker, BrokerAccess access) {
        this.broker = broker;
        this.access = access;
    }

    /** Throws {@link io.fabrictwin.cli.UnreachableException} where no broker answers. */
    Diagnosis kafka() {
        DescribeClusterResult cluster = broker.admin().describeCluster();
        int brokers = broker.answer(cluster.nodes()).size();
        String protocol = access.settings().getOrDefault("security.protocol", "PLAINTEXT");
        return Diagnosis.fine(
                KAFKA,
                brokers + (brokers == 1 ? " broker" : " brokers") + " of cluster " + broker.answer(cluster.clusterId())
                        + ", metadata version " + version() + ", over " + protocol);
    }

    private String version() {
        FeatureMetadata features =
                broker.answer(broker.admin().describeFeatures().featureMetadata());
        var metadata = features.finalizedFeatures().get("metadata.version");
        return metadata == null ? "unknown" : "level " + metadata.maxVersionLevel();
    }

    Diagnosis topics() {
        List<TopicDifference> differences = new TopicKeeper(broker).differences(TopicRequest.USUAL);
        if (differences.isEmpty()) {
            return Diagnosis.fine(TOPICS, "all are as planned");
        }
        TopicDifference first = differences.get(0);
        return Diagnosis.problem(
                TOPICS,
                differences.size() + " not as planned, the first: " + first.topic()
                        + (first.now() == null ? " is missing" : " has " + first.what() + " " + first.now()),
                "see fabric-twin topics plan, then topics apply");
    }

    Diagnosis disks() {
        Collection<Node> nodes = broker.answer(broker.admin().describeCluster().nodes());
        Map<Integer, Map<String, LogDirDescription>> all = broker.answer(broker.admin()
                .describeLogDirs(nodes.stream().map(Node::id).toList())
                .allDescriptions());
        List<String> seen = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        all.forEach((node, folders) -> folders.forEach((folder, description) -> {
            String name = node + ":" + folder;
            if (description.error() != null) {
                wrong.add(name + " is out of use: " + description.error().getMessage());
                return;
            }
            OptionalLong free = description.usableBytes();
            OptionalLong total = description.totalBytes();
            if (free.isEmpty() || total.isEmpty()) {
                seen.add(name + " of unknown size");
                return;
            }
            String told = name + " " + Units.bytes(free.getAsLong()) + " free of " + Units.bytes(total.getAsLong());
            (free.getAsLong() < LEAST_FREE_SHARE * total.getAsLong() ? wrong : seen).add(told);
        }));
        return wrong.isEmpty()
                ? Diagnosis.fine(BROKER_DISKS, String.join(", ", seen))
                : Diagnosis.problem(
                        BROKER_DISKS,
                        String.join(", ", wrong),
                        "make room: a broker stops when its disk is full; archive, then shorten what Kafka keeps");
    }
}
