package io.fabrictwin.model.ladder;

import io.fabrictwin.model.calibration.Scores;
import java.util.ArrayList;
import java.util.List;

/** Scores, and the whole chain from observations over a fit to intervals. */
final class CalibrationRungs {
    private CalibrationRungs() {}

    static List<Rung> all() {
        return List.of(new Rung(
                "V51",
                true,
                "the continuous ranked probability score of normal forecasts and of samples",
                "closed form",
                CalibrationRungs::scores));
    }

    private static List<Check> scores() {
        double[][] normals = {{0, 0.233695}, {0.5, 0.331404}, {1, 0.602441}, {2, 1.452792}, {3, 2.436575}};
        List<Check> checks = new ArrayList<>();
        for (double[] normal : normals) {
            checks.add(Check.absolute(
                    "normal forecast, z = " + normal[0],
                    "z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi)",
                    "spreads",
                    normal[1],
                    Scores.crpsOfNormal(0, 1, normal[0]),
                    1e-6));
        }
        double[] samples = {1, 2, 4};
        checks.add(Check.absolute(
                "samples 1, 2, 4 against 3, all pairs",
                "4/3 - (1/2) 12/9",
                "",
                2 / 3.0,
                Scores.crpsOfSample(samples, 3),
                1e-6));
        checks.add(Check.absolute(
                "samples 1, 2, 4 against 3, pairs of two",
                "4/3 - (1/2) 12/6",
                "",
                1 / 3.0,
                Scores.fairCrpsOfSample(samples, 3),
                1e-6));
        return checks;
    }
}
