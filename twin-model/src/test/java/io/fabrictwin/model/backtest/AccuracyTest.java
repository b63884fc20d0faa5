package io.fabrictwin.model.backtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.calibration.Share;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracyTest {
    private static final double BEFORE_NS = 10e6;

    private static BackTestScore score(long timeNs, String kind, @Nullable Double forecast, double came) {
        Ratio ratio = forecast == null ? null : new Ratio(forecast / 1.1, forecast, forecast * 1.1);
        return new BackTestScore(
                new FabricId("cluster"),
                timeNs,
                new JobId("train"),
                kind,
                List.of("ecn-kmin@leaf0=100KB"),
                20,
                BEFORE_NS,
                BEFORE_NS * came,
                ratio,
                ratio == null ? Verdict.CANNOT_TELL : Verdict.of(ratio),
                ratio == null
                        ? null
                        : (Double) Scores.crpsOfNormal(Math.log(ratio.likely()), ratio.spread(), Math.log(came)),
                Math.abs(Math.log(came)));
    }

    @Test
    void errorsAreOfTheStepTimeThatCame() {
        List<Accuracy> accuracies =
                Accuracy.of(List.of(score(1, "set-ecn", 0.88, 0.8), score(2, "drain-link", 1.1, 1.0)));

        assertThat(accuracies).extracting(Accuracy::kind).containsExactly("", "drain-link", "set-ecn");
        Accuracy all = accuracies.get(0);
        assertThat(all.meanAbsoluteError()).isCloseTo(0.1, within(1e-9));
        assertThat(all.bias()).isCloseTo(0.1, within(1e-9));
        assertThat(all.held()).isEqualTo(new Share(2, 2));
        assertThat(all.verdictRight()).isEqualTo(new Share(1, 2));
        assertThat(accuracies.get(1).verdictRight()).isEqualTo(new Share(0, 1));
        assertThat(all.skill()).isNotNull();
    }

    @Test
    void whatCouldNotBeToldIsAWrongVerdictAndNoError() {
        Accuracy all = Accuracy.of(List.of(score(1, "set-ecn", null, 0.8))).get(0);

        assertThat(all.meanAbsoluteError()).isNull();
        assertThat(all.held().count()).isZero();
        assertThat(all.verdictRight()).isEqualTo(new Share(0, 1));
        assertThat(Accuracy.pastChanges(List.of(score(1, "set-ecn", null, 0.8))))
                .isEmpty();
    }

    @Test
    void intervalsThatNoLongerHoldRaiseTheAlarm() {
        List<BackTestScore> scores = new ArrayList<>();
        for (int time = 0; time < 20; time++) {
            scores.add(score(time, "set-ecn", 0.9, 0.9));
        }
        assertThat(Accuracy.of(scores).get(0).isDrifting()).isFalse();

        for (int time = 20; time < 24; time++) {
            scores.add(score(time, "set-ecn", 0.9, 0.5));
        }
        assertThat(Accuracy.of(scores).get(0).isDrifting()).isTrue();
        assertThat(Accuracy.of(scores.subList(0, 23)).get(0).isDrifting()).isFalse();
    }

    @Test
    void pastChangesAreThoseWithAnInterval() {
        assertThat(Accuracy.pastChanges(List.of(
                        score(1, "set-ecn", 0.9, 0.8), score(2, "set-ecn", null, 0.8), score(3, "set-ecn", 1.0, 1.0))))
                .get()
                .satisfies(past -> assertThat(past.count()).isEqualTo(2));
        assertThat(Accuracy.of(List.of())).isEmpty();
    }
}
