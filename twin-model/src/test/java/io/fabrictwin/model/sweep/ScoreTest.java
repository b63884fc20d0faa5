package io.fabrictwin.model.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreTest {
    private static final Forecast FORECAST =
            forecast(job("untouched", 1, Verdict.NO_MATERIAL_CHANGE), job("gaining", 0.9, Verdict.FASTER));

    @Test
    void aGainIsToldBesideTheJobThatFaresWorst() {
        Score score = Score.of(FORECAST, List.of());
        assertThat(score.job()).isEqualTo(new JobId("untouched"));
        assertThat(score.quicker()).containsExactly(entry("gaining", 0.9));
    }

    @Test
    void theJobThatFaresWorstIsNotToldTwice() {
        Score score = Score.of(forecast(job("one", 0.9, Verdict.FASTER), job("two", 0.8, Verdict.FASTER)), List.of());
        assertThat(score.job()).isEqualTo(new JobId("one"));
        assertThat(score.quicker()).containsExactly(entry("two", 0.8));
    }

    @Test
    void jobsThatAreNotAskedAboutAreLeftOut() {
        assertThat(Score.of(FORECAST, List.of("untouched")).quicker()).isEmpty();
    }

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
                List.of(),
                null);
    }

    private static JobForecast job(String name, double likely, Verdict verdict) {
        return new JobForecast(
                new JobId(name),
                0,
                19,
                10e6,
                10e6 * likely,
                new Ratio(likely - 0.02, likely, likely + 0.02),
                verdict,
                List.of("because"));
    }
}
