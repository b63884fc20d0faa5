package io.fabrictwin.cli.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.cli.broker.TopicDifference.Remedy;
import io.fabrictwin.schemas.TopicPlan;
import io.fabrictwin.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class TopicComparisonTest {
    private final SortedMap<String, TopicShape> found = new TreeMap<>();

    TopicComparisonTest() {
        asPlanned(6);
    }

    @Test
    void topicsAsTheyAreMadeDoNotDiffer() {
        assertThat(differences(TopicRequest.USUAL)).isEmpty();
        assertThat(differences(new TopicRequest(6, 1))).isEmpty();
    }

    @Test
    void aBrokerWithoutTopicsGetsAll() {
        found.clear();
        assertThat(differences(new TopicRequest(12, null)))
                .hasSize(Topics.all(1).size())
                .allMatch(difference -> difference.remedy() == Remedy.CREATE)
                .first()
                .isEqualTo(new TopicDifference(
                        "fabric.topology", "topic", null, "12 partitions", Remedy.CREATE, "apply makes it"));
    }

    @Test
    void aMissingTopicOfTruthGetsAsManyPartitionsAsItsFellows() {
        found.remove("fabric.config");
        assertThat(differences(TopicRequest.USUAL))
                .singleElement()
                .extracting(TopicDifference::planned)
                .isEqualTo("6 partitions");
    }

    @Test
    void anEmptyTopicGetsMorePartitionsAndOneWithRecordsKeepsThem() {
        change("fabric.config", shape -> new TopicShape(2, 1, true, shape.settings()));
        change("fabric.telemetry", shape -> new TopicShape(3, 1, false, shape.settings()));
        assertThat(differences(TopicRequest.USUAL))
                .extracting(TopicDifference::topic, TopicDifference::now, TopicDifference::planned, d -> d.remedy())
                .containsExactly(
                        tuple("fabric.config", "2", "6", Remedy.GROW),
                        tuple("fabric.telemetry", "3", "6", Remedy.NONE));
    }

    @Test
    void partitionsAreNeverTakenAway() {
        assertThat(differences(new TopicRequest(4, null)))
                .hasSize(4)
                .allMatch(difference -> difference.remedy() == Remedy.NONE)
                .allMatch(difference -> difference.advice().contains("--partitions 6"));
        change("twin.scenarios", shape -> new TopicShape(2, 1, true, shape.settings()));
        assertThat(differences(TopicRequest.USUAL))
                .singleElement()
                .satisfies(difference -> assertThat(difference.advice()).contains("delete the topic"));
    }

    @Test
    void settingsAreSetAndLargerMessagesAreFine() {
        set("fabric.telemetry", "retention.ms", "604800000");
        set("fabric.sources", "cleanup.policy", "delete");
        set("fabric.workload", "message.timestamp.type", "CreateTime");
        set("fabric.config", "max.message.bytes", Integer.toString(Topics.MAX_MESSAGE_BYTES + 1));
        set("fabric.quarantine", "max.message.bytes", "1048588");
        assertThat(differences(TopicRequest.USUAL))
                .allMatch(difference -> difference.remedy() == Remedy.SET)
                .extracting(difference -> difference.topic() + " " + difference.what() + " " + difference.now() + " "
                        + difference.planned())
                .containsExactly(
                        "fabric.telemetry retention.ms 604800000 -1",
                        "fabric.workload message.timestamp.type CreateTime LogAppendTime",
                        "fabric.quarantine max.message.bytes 1048588 " + Topics.MAX_MESSAGE_BYTES,
                        "fabric.sources cleanup.policy delete compact");
    }

    @Test
    void threeReplicasAreToBeHeldByTwoAtLeast() {
        assertThat(differences(new TopicRequest(null, 3)))
                .filteredOn(difference -> difference.topic().equals("fabric.topology"))
                .extracting(difference -> difference.what() + " " + difference.now() + " " + difference.planned() + " "
                        + difference.remedy())
                .containsExactly("replicas 1 3 NONE", "min.insync.replicas 1 2 SET");
    }

    private List<TopicDifference> differences(TopicRequest request) {
        return TopicComparison.differences(request, found);
    }

    private void asPlanned(int truthPartitions) {
        for (TopicPlan plan : Topics.all(truthPartitions)) {
            SortedMap<String, String> settings = new TreeMap<>(plan.settings());
            settings.putAll(Map.of("min.insync.replicas", "1", "segment.bytes", "1073741824"));
            found.put(plan.name(), new TopicShape(plan.partitions(), 1, false, settings));
        }
    }

    private void set(String topic, String setting, String value) {
        change(topic, shape -> {
            SortedMap<String, String> settings = new TreeMap<>(shape.settings());
            settings.put(setting, value);
            return new TopicShape(shape.partitions(), shape.replicas(), shape.isEmpty(), settings);
        });
    }

    private void change(String topic, UnaryOperator<TopicShape> change) {
        found.compute(topic, (name, shape) -> change.apply(Objects.requireNonNull(shape)));
    }
}
