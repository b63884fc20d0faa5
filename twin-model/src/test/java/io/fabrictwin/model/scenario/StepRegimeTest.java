package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class StepRegimeTest {
    private static List<Double> logs(double... values) {
        List<Double> logs = new ArrayList<>();
        for (double value : values) {
            logs.add(Math.log(value));
        }
        return logs;
    }

    @Test
    void theNewestLevelSpeaks() {
        assertThat(StepRegime.newest(logs(5, 5.1, 4.9, 5, 9, 8.8, 9.1, 9))).isEqualTo(4);
        assertThat(StepRegime.newest(logs(5, 5.1, 4.9, 5, 9))).isEqualTo(4);
        assertThat(StepRegime.newest(logs(5, 5.1, 9, 9.1, 9, 5, 5.1, 5))).isEqualTo(5);
    }

    @Test
    void driftAndScatterAreNoChange() {
        assertThat(StepRegime.newest(logs())).isZero();
        assertThat(StepRegime.newest(logs(5))).isZero();
        assertThat(StepRegime.newest(logs(5, 5, 5.3, 5.3))).isZero();
        assertThat(StepRegime.newest(logs(5, 8, 6, 7, 5.5, 9))).isZero();
    }

    @RepeatedTest(20)
    void noiseIsHardlyEverCut(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        double[] values =
                random.doubles(12).map(draw -> 5 * (1 + 0.6 * (draw - 0.5))).toArray();

        assertThat(StepRegime.newest(logs(values))).isZero();
    }
}
