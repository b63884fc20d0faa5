package io.fabrictwin.model.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioQueueTest {
    private static final FabricId FABRIC = new FabricId("cluster");
    private static final ScenarioAsked FIRST = asked("first", "400KB");
    private static final ScenarioAsked SECOND = asked("second", "800KB");

    private final ScenarioQueue queue = new ScenarioQueue();

    private static ScenarioAsked asked(String name, String kmin) {
        return ScenarioAsked.of(
                FABRIC, new Scenario(name, 10, 10, 20, List.of(Change.parse("ecn-kmin@leaf0", kmin)), 1), 100);
    }

    private static ScenarioProgress progress(ScenarioAsked asked, ScenarioStage stage) {
        return new ScenarioProgress(asked.id(), "node", stage, "", null, 200);
    }

    private List<ScenarioStage> stages() {
        return queue.scenarios().stream().map(QueuedScenario::stage).toList();
    }

    @Test
    void theOldestWithoutAnAnswerIsNext() {
        queue.add(FIRST);
        queue.add(SECOND);
        queue.add(progress(FIRST, ScenarioStage.DONE));

        assertThat(queue.next()).get().extracting(QueuedScenario::asked).isEqualTo(SECOND);
        assertThat(stages()).containsExactly(ScenarioStage.DONE, ScenarioStage.WAITING);
    }

    @Test
    void whatAWorkerBeganAndDidNotEndIsNext() {
        queue.add(FIRST);
        queue.add(SECOND);
        queue.add(progress(FIRST, ScenarioStage.RUNNING));

        assertThat(queue.next()).get().extracting(QueuedScenario::asked).isEqualTo(FIRST);
        assertThat(queue.scenarios()).extracting(QueuedScenario::ahead).containsExactly(0, 1);
        assertThat(queue.scenarios().get(1).detail()).isEqualTo("1 ahead");
    }

    @Test
    void whatIsTakenBackBeforeAWorkerBeginsIsCancelledAtOnce() {
        queue.add(FIRST);
        queue.add(new ScenarioCancelled(FIRST.id(), 150));

        assertThat(stages()).containsExactly(ScenarioStage.CANCELLED);
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void whatIsTakenBackLaterRunsUntilItsWorkerSaysSo() {
        queue.add(FIRST);
        queue.add(progress(FIRST, ScenarioStage.RUNNING));
        queue.add(new ScenarioCancelled(FIRST.id(), 150));

        assertThat(queue.next()).get().matches(QueuedScenario::isCancelled);

        queue.add(progress(FIRST, ScenarioStage.CANCELLED));
        assertThat(queue.next()).isEmpty();
    }

    @Test
    void whatHasItsAnswerCannotBeTakenBack() {
        queue.add(FIRST);
        queue.add(progress(FIRST, ScenarioStage.DONE));
        queue.add(new ScenarioCancelled(FIRST.id(), 250));

        assertThat(queue.scenario(FIRST.id())).get().matches(scenario -> !scenario.isCancelled());
    }

    @Test
    void askingAgainForWhatWaitsChangesNothingAndForWhatIsDoneQueuesItAnew() {
        queue.add(FIRST);
        queue.add(SECOND);
        queue.add(FIRST);
        assertThat(queue.scenarios()).extracting(QueuedScenario::asked).containsExactly(FIRST, SECOND);

        queue.add(progress(FIRST, ScenarioStage.FAILED));
        queue.add(FIRST);
        assertThat(queue.scenarios()).extracting(QueuedScenario::asked).containsExactly(SECOND, FIRST);
        assertThat(stages()).containsOnly(ScenarioStage.WAITING);
    }

    @Test
    void notesOfWhatNobodyAskedForAreLeftOut() {
        queue.add(progress(FIRST, ScenarioStage.RUNNING));
        queue.add(new ScenarioCancelled(SECOND.id(), 150));

        assertThat(queue.scenarios()).isEmpty();
    }

    @Test
    void theSameQuestionHasTheSameIdAndAnotherHasAnother() {
        assertThat(asked("first", "400KB").id()).isEqualTo(FIRST.id()).startsWith("first-");
        assertThat(asked("a/b c", "400KB").id()).matches("a-b-c-[0-9a-f]{8}");
        assertThat(asked("first", "401KB").id()).isNotEqualTo(FIRST.id());
        assertThat(FIRST.scenario().changes()).containsExactly(Change.parse("ecn-kmin@leaf0", "400KB"));
    }
}
