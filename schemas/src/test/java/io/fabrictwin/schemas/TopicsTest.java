package io.fabrictwin.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TopicsTest {
    private static final List<String> NOTES = List.of(Topics.SOURCES, Topics.SCENARIOS, Topics.BACKTESTS);

    @Test
    void truthIsSpreadAndTheRestIsNot() {
        assertThat(Topics.all(6).stream().map(plan -> plan.name() + " " + plan.partitions()))
                .containsExactly(
                        "fabric.topology 6",
                        "fabric.config 6",
                        "fabric.telemetry 6",
                        "fabric.workload 6",
                        "fabric.quarantine 1",
                        "twin.findings 1",
                        "twin.forecasts 1",
                        "fabric.sources 1",
                        "twin.scenarios 1",
                        "twin.backtests 1");
    }

    @Test
    void nothingIsEverDeletedButNotesThatANewerOneReplaces() {
        assertThat(Topics.all(1))
                .allSatisfy(plan -> assertThat(plan.settings())
                        .containsEntry("message.timestamp.type", "LogAppendTime")
                        .containsEntry("cleanup.policy", NOTES.contains(plan.name()) ? "compact" : "delete")
                        .containsEntry("retention.ms", "-1")
                        .containsEntry("retention.bytes", "-1"));
    }

    @Test
    void aTopicHasAPartition() {
        assertThatThrownBy(() -> Topics.all(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("topic fabric.topology has 0 partitions");
    }
}
