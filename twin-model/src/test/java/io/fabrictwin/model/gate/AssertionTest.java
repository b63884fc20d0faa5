package io.fabrictwin.model.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AssertionTest {
    /** Steps of 10 ms become 10.3 ms, from 10.1 to 10.5 ms. */
    private static final Forecast FORECAST = forecast(
            job("pretraining", new Ratio(1.01, 1.03, 1.05), Verdict.SLOWER),
            job("finetune", new Ratio(0.8, 0.9, 0.95), Verdict.FASTER));

    /** An interval that reaches to both sides, and a job that is cut off. */
    private static final Forecast DOUBTFUL = forecast(
            job("wide", new Ratio(0.9, 1.0, 1.1), Verdict.CANNOT_TELL), job("cut-off", null, Verdict.CANNOT_TELL));

    private static Forecast forecast(JobForecast... jobs) {
        return new Forecast(
                "what if",
                new FabricId("fabric"),
                "digest",
                0,
                List.of(),
                1,
                List.of(jobs),
                "not yet measured",
                List.of(),
                List.of(
                        port("spine1", new PortLoad(0.5, 0, 0, 0), new PortLoad(0.5, 0.02, 0, 400_000)),
                        port("spine2", new PortLoad(0.5, 0.04, 0.1, 900_000), new PortLoad(0.5, 0.004, 0, 90_000)),
                        port("spine3", new PortLoad(0.5, 0, 0, 0), null)),
                null);
    }

    private static PortForecast port(String name, PortLoad base, @Nullable PortLoad fork) {
        return new PortForecast(PortId.of("leaf3", name), base, fork);
    }

    private static JobForecast job(String name, @Nullable Ratio ratio, Verdict verdict) {
        return new JobForecast(
                        new JobId(name),
                        0,
                        19,
                        10e6,
                        ratio == null ? null : (Double) (10e6 * ratio.likely()),
                        ratio,
                        verdict,
                        List.of(ratio == null ? "no path is left" : "because"))
                .measured(measures(10e6, 11e6), ratio == null ? null : measures(10.2e6, 11.44e6));
    }

    private static Measures measures(double medianNs, double p95Ns) {
        return new Measures(
                1,
                20,
                List.of(),
                null,
                new StepTimes(20, medianNs, p95Ns),
                0.01,
                null,
                new CriticalPath(0.5, 0.1, 0.3, 0.2, List.of()),
                null,
                List.of(),
                List.of());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job * step-time grows < 4 %|PASSED",
                "job * step-time grows < 2 %|REFUSED",
                "job finetune step-time grows < 2 %|PASSED",
                "job fine* step-time falls >= 10%|PASSED",
                "job p*t*g step-time falls > 0 %|REFUSED",
                "step-time < 10.4ms|PASSED",
                "step-time.high < 10.4 ms|REFUSED",
                "step-time.high grows <= 5 %|PASSED",
                "interval.high < 1.02|REFUSED",
                "interval.low > 0.79x|PASSED",
                "job * step-time.p95 grows < 4.1 %|PASSED",
                "job * step-time.p95 grows < 3.9 %|REFUSED",
                "step-time.p50 grows < 2.1 %|PASSED",
                // a fifth of 10.3 ms against a fifth of 10 ms
                "job pretraining congestion grows < 3.1 %|PASSED",
                "job pretraining late-arrival < 1.1 ms|PASSED",
                "jitter < 2 %|PASSED",
                "jitter < 0.005|REFUSED",
                "job pretraining verdict is slower|PASSED",
                "job pretraining verdict is not slower|REFUSED",
                "verdict is not no-material-change|PASSED",
                "no cannot-tell|PASSED",
                "port leaf3:spine2 pause-share < 1 %|PASSED",
                "port * pause-share < 1 %|REFUSED",
                "port leaf3:* queue-peak < 1 MB|PASSED",
                "port leaf3:* queue-peak < 300KiB|REFUSED",
                // from nothing to something is more than any limit, from nothing to nothing none
                "port leaf3:spine1 pause-share grows < 900 %|REFUSED",
                "port leaf3:spine1 mark-share grows < 1 %|PASSED",
                "port leaf3:spine2 mark-share falls >= 100 %|PASSED",
                "interference < 2|UNKNOWN",
                "job other step-time grows < 2 %|UNKNOWN",
                "port leaf9:* pause-share < 1 %|UNKNOWN",
                // down under the fork
                "port leaf3:spine3 pause-share < 1 %|UNKNOWN",
            })
    void assertionsHoldOrNotOrAreUnknown(String text, Outcome outcome) {
        Checked checked = Assertion.parse(text).check(FORECAST);

        assertThat(checked.outcome()).as("%s", checked).isEqualTo(outcome);
        assertThat(checked.assertion()).isEqualTo(text);
        assertThat(checked.checks())
                .allSatisfy(check -> assertThat(check.found()).isNotBlank());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job wide step-time grows < 50 %|UNKNOWN",
                "job wide interval.high < 1.2|PASSED",
                "job wide interval.high < 1.02|REFUSED",
                "job wide step-time.high grows < 11 %|PASSED",
                "job cut-off interval.high < 1.2|UNKNOWN",
                "job cut-off step-time.p95 grows < 50 %|UNKNOWN",
                "job cut-off verdict is not slower|UNKNOWN",
                "job cut-off verdict is cannot tell|PASSED",
                "job * verdict is not cannot-tell|REFUSED",
                "no cannot-tell|REFUSED",
            })
    void whatCannotBeToldDoesNotPassInSilence(String text, Outcome outcome) {
        assertThat(Assertion.parse(text).check(DOUBTFUL).outcome()).isEqualTo(outcome);
    }

    @Test
    void whatIsFoundIsToldWithValuesBeforeAndAfter() {
        assertThat(Assertion.parse("job * step-time grows < 2 %")
                        .check(FORECAST)
                        .checks())
                .containsExactly(
                        new Check("pretraining", Outcome.REFUSED, "10.000 ms -> 10.300 ms (+3.000 %)"),
                        new Check("finetune", Outcome.PASSED, "10.000 ms -> 9.000 ms (-10.000 %)"));
        assertThat(Assertion.parse("job cut-off step-time < 1 s")
                        .check(DOUBTFUL)
                        .checks())
                .containsExactly(new Check("cut-off", Outcome.UNKNOWN, "cannot tell: no path is left"));
        assertThat(Assertion.parse("job other step-time < 1 s").check(FORECAST).checks())
                .containsExactly(
                        new Check("other", Outcome.UNKNOWN, "no such job runs; running: pretraining, finetune"));
    }

    @Test
    void aNameWithBlanksStandsInQuotes() {
        Forecast forecast = forecast(job("my job", new Ratio(1, 1, 1), Verdict.NO_MATERIAL_CHANGE));

        assertThat(Assertion.parse("job 'my job' verdict is no material change")
                        .check(forecast)
                        .outcome())
                .isEqualTo(Outcome.PASSED);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "job * speed < 2|'speed' where there must be one of step-time, step-time.low",
                "port * step-time < 2|'step-time' where there must be one of load, pause-share",
                "job * step-time grows 2 %|'2' where there must be <, <=, > or >=",
                "job * step-time|nothing where there must be <, <=, >, >=, grows or falls",
                "job * step-time <|nothing where there must be a limit",
                "job * step-time < 2 parsec|'2parsec' has not one of the units ns, us, ms, s",
                "job * step-time grows < 2 ms|'2ms' has not one of the units (none), %",
                "job * step-time < much|'much' is not a number with a unit",
                "verdict is not|nothing where there must be a verdict: faster, slower, no material change, cannot tell",
                "verdict slower|'slower' where there must be 'is'",
                "no doubt|'doubt' where there must be 'cannot-tell'",
                "no cannot-tell ever|'ever' where there must be the end",
                "job|nothing where there must be a job, or *",
            })
    void whatIsNoAssertionIsRefusedWithWhatFits(String text, String message) {
        assertThatThrownBy(() -> Assertion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void nothingIsNoAssertion(String text) {
        assertThatThrownBy(() -> Assertion.parse(text)).hasMessageContaining("where there must be an assertion");
    }
}
