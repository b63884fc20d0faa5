package io.fabrictwin.model.ladder;

import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.calibration.Share;
import io.fabrictwin.model.calibration.Skill;
import java.util.ArrayList;
import java.util.List;

/** Scores, and the whole chain from observations over a fit to intervals. */
final class CalibrationRungs {
    private CalibrationRungs() {}

    static List<Rung> all() {
        return List.of(
                new Rung(
                        "V51",
                        true,
                        "the continuous ranked probability score of normal forecasts and of samples",
                        "closed form",
                        CalibrationRungs::scores),
                new Rung(
                        "V52",
                        true,
                        "known parameters come back, intervals hold, forecasts of changes have skill",
                        "200 synthetic fabrics; packet-level runs of one bottleneck for bursts",
                        CalibrationRungs::recovery));
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

    private static List<Check> recovery() {
        SyntheticFabric.Outcome outcome = SyntheticFabric.run();
        List<Check> checks = new ArrayList<>();
        for (int parameter = 0; parameter < outcome.recovered().size(); parameter++) {
            Share recovered = outcome.recovered().get(parameter);
            String name = SyntheticFabric.name(parameter);
            boolean isSeen = SyntheticFabric.isSeen(parameter);
            checks.add(Check.exact(
                    name + ", identified",
                    isSeen ? "observations remove 20 % of the prior variance" : "nothing tells of it",
                    "fabrics",
                    isSeen ? SyntheticFabric.FABRICS : 0,
                    recovered.count()));
            if (isSeen) {
                checks.add(new Check(
                        name + ", recovered",
                        "|found - true| <= 2 posterior standard deviations",
                        "",
                        0.954,
                        recovered.value(),
                        0.9,
                        1));
            }
        }
        checks.add(new Check(
                "coverage of 90 % intervals",
                "split conformal by kind of change, past fabrics only",
                "",
                0.9,
                outcome.covered().value(),
                0.85,
                0.95));
        checks.add(skill("skill against no change, effects from 5 %", outcome.againstNoChange()));
        checks.add(skill("skill against the last value, effects from 5 %", outcome.againstLastValue()));
        checks.add(new Check(
                "skill against no change, no effect",
                "1 - mean CRPS / mean CRPS of the baseline",
                "",
                0,
                outcome.withoutEffect(),
                -0.02,
                1));
        checks.add(new Check(
                "right signs of predicted effects",
                "low end of Wilson's 90 % interval",
                "",
                1,
                outcome.signs().low(0.9),
                0.9,
                1));
        return checks;
    }

    private static Check skill(String name, Skill skill) {
        return new Check(
                name + ", " + skill.events() + " events",
                "low end of a bootstrap over events; at least 20 of them",
                "",
                skill.value(),
                skill.hasEnoughEvents() ? skill.low() : Double.NaN,
                Double.MIN_VALUE,
                1);
    }
}
