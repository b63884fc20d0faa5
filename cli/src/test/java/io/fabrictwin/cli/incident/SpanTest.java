package io.fabrictwin.cli.incident;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.SlowSteps.Question;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpanTest {
    private static final FabricId FABRIC = new FabricId("lab");
    private static final JobId JOB = new JobId("a<b>");
    private static final long SECOND = 1_000_000_000L;

    private final Map<EntityKey, EntityState> states = new HashMap<>();
    private long record;

    private EventMeta at(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("test", "1"), record++, 0, timeNs, timeNs, Clock.SOURCE);
    }

    private void step(long number, long startNs, long endNs, long computeNs) {
        Fold.apply(states, new StepCompleted(at(endNs), JOB, number, startNs, null, endNs));
        for (int rank = 0; rank < 4; rank++) {
            Fold.apply(
                    states, new ComputeObserved(at(startNs), JOB, number, rank, new DeviceId("h" + rank), computeNs));
        }
    }

    /** Six healthy steps of a second, then three of two seconds, in which the network or all ranks take longer. */
    private void nineSteps(boolean isCompute) {
        for (int number = 0; number < 9; number++) {
            boolean isSlow = number >= 6;
            long startNs = (10 + number + Math.max(0, number - 6)) * SECOND;
            step(number, startNs, startNs + (isSlow ? 2 : 1) * SECOND, (isSlow && isCompute ? 3 : 1) * SECOND / 2);
        }
    }

    private Span.Answer ask(Question question) {
        FabricFrame frame = FabricFrame.of(FABRIC, states, Positions.NONE);
        return new Span(frame, states, timeNs -> frame).ask(question);
    }

    private String text(Question question, boolean isMarkdown) {
        StringWriter text = new StringWriter();
        new ReportText(new PrintWriter(text), isMarkdown).print(ask(question).report());
        return text.toString();
    }

    @Test
    void aJobThatNobodyKnowsIsWrongUsage() {
        nineSteps(false);

        assertThatThrownBy(() -> ask(new Question(new JobId("b"), null, null)))
                .isInstanceOf(WrongUsageException.class)
                .hasMessage("the log tells of no job 'b'; it has [a<b>]");
    }

    @Test
    void aJobWithoutStepsIsToldFromAJobThatNobodyKnows() {
        nineSteps(false);
        Fold.apply(states, new JobStarted(at(SECOND), new JobId("b"), 8, "NCCL"));

        assertThatThrownBy(() -> ask(new Question(new JobId("b"), null, null)))
                .hasMessageStartingWith("the log tells of b, but of none of its steps");
    }

    @Test
    void aTimeThatIsNotKeptIsWrongUsage() {
        nineSteps(false);

        assertThatThrownBy(() -> ask(new Question(null, 0L, SECOND)))
                .isInstanceOf(WrongUsageException.class)
                .hasMessage("nothing is known of that time: steps and counters are kept from 1970-01-01T00:00:10Z to"
                        + " 1970-01-01T00:00:22Z");
        assertThatThrownBy(() -> ask(new Question(null, 100 * SECOND, null))).isInstanceOf(WrongUsageException.class);
    }

    @Test
    void withoutStepsThereIsNothingToAskAbout() {
        assertThatThrownBy(() -> ask(new Question(null, null, null)))
                .hasMessageStartingWith("the log tells of no steps");
    }

    @Test
    void withoutCountersTheNetworkCannotBeJudged() {
        nineSteps(false);

        Span.Answer answer = ask(new Question(JOB, null, null));

        assertThat(answer.report()).isNotNull();
        assertThat(answer.report().answer()).isEqualTo(IncidentReport.Answer.CANNOT_TELL);
        assertThat(answer.report().summary()).contains("no counters were told");
        assertThat(text(new Question(JOB, null, null), false)).startsWith("a<b>: cannot tell\n");
    }

    @Test
    void ranksThatAllComputeLongerAreNotTheNetwork() {
        nineSteps(true);

        assertThat(text(new Question(JOB, null, null), true))
                .startsWith("# a<b>: not the network, slow-compute (confidence medium)\n")
                .contains("| computing | 500 ms | 1.50 s | +1 s |");
    }

    @Test
    void aPageShowsNamesAsTheyAre() {
        nineSteps(true);

        assertThat(ReportPage.of(ask(new Question(JOB, null, null))))
                .contains("<h1>a&lt;b&gt;: not the network")
                .doesNotContain("a<b>")
                .contains("class=\"compute\"")
                .doesNotContain("<script")
                .doesNotContain("http");
    }

    @Test
    void anIdIsReadAsItIsPrinted() {
        nineSteps(true);
        IncidentReport report = ask(new Question(JOB, null, null)).report();
        IncidentId id = IncidentId.parse(report.id());

        assertThat(id.fabric()).isEqualTo("lab");
        assertThat(ask(id.question()).report().id()).isEqualTo(report.id());
        assertThat(IncidentId.parse("a/b/PAUSE_STORM/leaf0:Ethernet1/17/5"))
                .extracting(IncidentId::fabric, IncidentId::kind, IncidentId::who, IncidentId::startNs)
                .containsExactly("a/b", "PAUSE_STORM", "leaf0:Ethernet1/17", 5L);
        assertThatThrownBy(() -> IncidentId.parse("incident 5")).isInstanceOf(WrongUsageException.class);
        assertThatThrownBy(() -> IncidentId.parse("lab/INCIDENT/a/9999999999999999999"))
                .isInstanceOf(WrongUsageException.class);
    }

    @Test
    void anIncidentThatIsNotThereIsToldInOneLine() {
        nineSteps(true);
        IncidentReport report = ask(new Question(JOB, null, null)).report();

        assertThatThrownBy(
                        () -> Counterfactual.reportOf(ask(new Question(JOB, null, 12 * SECOND)), "lab/INCIDENT/a<b>/1"))
                .isInstanceOf(WrongUsageException.class)
                .hasMessageStartingWith("nothing like lab/INCIDENT/a<b>/1 is found: no step of a<b> is slow there")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> Counterfactual.scenarios(report, IncidentId.parse(report.id()), List.of(), 0))
                .isInstanceOf(WrongUsageException.class)
                .hasMessageStartingWith("no change that fork knows undoes slow-compute; name what is to be different");
    }

    @Test
    void eachStepOfTheIncidentIsAScenarioBesideTheWhole() throws ScenarioRefusedException {
        nineSteps(true);
        IncidentReport report = ask(new Question(JOB, null, null)).report();
        List<Change> changes = List.of(Change.parse("pause-storm@h1=off"));

        List<Scenario> scenarios = Counterfactual.scenarios(report, IncidentId.parse(report.id()), changes, 7);

        assertThat(scenarios).extracting(Scenario::name).containsExactly("incident", "step 6", "step 7", "step 8");
        assertThat(scenarios)
                .allSatisfy(scenario -> assertThat(scenario.changes()).isEqualTo(changes))
                .allSatisfy(scenario -> assertThat(scenario.baseTimeNs()).isEqualTo(16 * SECOND));
    }
}
