package io.fabrictwin.model.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunningScoresTest {
    private static final FabricId FABRIC = new FabricId("cluster");

    private static BackTestScore score(String fabric, long timeNs, String job, @Nullable Ratio ratio, double came) {
        return new BackTestScore(
                new FabricId(fabric),
                timeNs,
                new JobId(job),
                "set-ecn",
                List.of("ecn-kmin@leaf0=100KB"),
                20,
                10e6,
                10e6 * came,
                ratio,
                ratio == null ? Verdict.CANNOT_TELL : Verdict.of(ratio),
                ratio == null ? null : (Double) 0.1,
                0.1);
    }

    private static Forecast forecast(String fabric, String... changes) {
        return new Forecast(
                "question",
                new FabricId(fabric),
                "digest",
                1,
                List.of(changes),
                1,
                List.of(),
                "not yet measured",
                List.of(),
                List.of(),
                null);
    }

    @Test
    void standsBesideAForecastOfTheSameKindOnTheSameFabric() {
        RunningScores scores = new RunningScores(List.of(
                score("cluster", 1, "a", new Ratio(0.85, 0.88, 0.9), 0.8),
                score("cluster", 1, "b", new Ratio(0.95, 1, 1.05), 1.0),
                score("cluster", 2, "a", new Ratio(1.0, 1.1, 1.2), 1.0),
                score("other", 3, "a", new Ratio(1, 2, 3), 9)));

        assertThat(scores.beside(forecast("cluster", "ecn-kmin@leaf3=400KB", "ecn-kmax@leaf3=1600KB"))
                        .accuracy())
                .isEqualTo("on this fabric: 2 past changes of this kind (set-ecn), MAPE 6.7 %, interval held 2 of 3");
        assertThat(scores.beside(forecast("cluster", "link@leaf0:spine0=down")).accuracy())
                .isEqualTo("not yet measured on this fabric: no past change of this kind (drain-link)"
                        + " was back-tested");
        assertThat(scores.beside(forecast("third", "ecn-kmin=1KB")).accuracy())
                .startsWith("not yet measured on this fabric: no past change of this kind (set-ecn)");
        assertThat(scores.beside(forecast("cluster", "what a later version knows"))
                        .accuracy())
                .isEqualTo("not yet measured on this fabric: no past change of this kind was back-tested");
        Forecast calibrated = forecast("cluster", "ecn-kmin=1KB").withAccuracy("on 21 comparable changes");
        assertThat(scores.beside(calibrated)).isEqualTo(calibrated);
    }

    @Test
    void whatWasNeverToldIsNotMeasured() {
        RunningScores scores = new RunningScores(List.of(score("cluster", 1, "a", null, 0.8)));

        assertThat(scores.words(FABRIC, "set-ecn"))
                .isEqualTo("not yet measured on this fabric: no ratio was told for any past change of this kind"
                        + " (set-ecn)");
    }

    @Test
    void intervalsThatNoLongerHoldAreTold() {
        List<BackTestScore> scores = new ArrayList<>();
        for (int time = 0; time < 20; time++) {
            scores.add(score("cluster", time, "a", new Ratio(0.85, 0.9, 0.95), time < 16 ? 0.9 : 0.5));
        }

        assertThat(new RunningScores(scores).words(FABRIC, "set-ecn"))
                .endsWith("interval held 16 of 20; DRIFT: of the last 10 intervals no more than 6 held");
        assertThat(new RunningScores(scores.subList(0, 19)).words(FABRIC, "set-ecn"))
                .endsWith("interval held 16 of 19");
    }
}
