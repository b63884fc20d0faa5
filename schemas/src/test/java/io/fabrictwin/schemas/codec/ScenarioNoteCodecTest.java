package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioStage;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioNoteCodecTest {
    private static final FabricId FABRIC = new FabricId("cluster");
    private static final Scenario STRICT =
            new Scenario("wider", 10, 10, 20, List.of(Change.parse("ecn-kmin@leaf0", "400KB")), 7, Reading.STRICT);

    static List<ScenarioNote> notes() {
        return List.of(
                ScenarioAsked.of(FABRIC, STRICT, 30, 25L, List.of(new PastChange("set-ecn", -0.12, -0.09, 0.03))),
                new ScenarioProgress(
                        "wider",
                        "node",
                        ScenarioStage.DONE,
                        "in 2 s",
                        "key",
                        40,
                        List.of(new ScenarioProgress.ReadTo("fabric.config", 3, 4711)),
                        2));
    }

    @ParameterizedTest
    @MethodSource("notes")
    void allOfAQuestionAndItsAnswerTravels(ScenarioNote note) {
        ScenarioNoteCodec codec = new ScenarioNoteCodec();

        assertThat(codec.decode(codec.encode(note))).isEqualTo(note);
    }

    @Test
    void aQuestionIsTheSameOneOnlyWithTheSameTerms() {
        Scenario open = new Scenario("wider", 10, 10, 20, STRICT.changes(), 7);
        String plain = ScenarioAsked.of(FABRIC, open, 30).id();
        PastChange past = new PastChange("set-ecn", -0.12, -0.09, 0.03);

        assertThat(List.of(
                        plain,
                        ScenarioAsked.of(FABRIC, STRICT, 30).id(),
                        ScenarioAsked.of(FABRIC, open, 30, 25L, List.of()).id(),
                        ScenarioAsked.of(FABRIC, open, 30, null, List.of(past)).id()))
                .doesNotHaveDuplicates();
        assertThat(ScenarioAsked.of(FABRIC, open, 99).id()).isEqualTo(plain);
        assertThat(ScenarioAsked.of(FABRIC, STRICT, 30).scenario()).isEqualTo(STRICT);
    }
}
