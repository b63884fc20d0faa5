package io.fabrictwin.cli.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How often the engine knows which of two cases is the slower one, over all pairs of a set that differ in one setting and
 * whose true makespans differ by more than the spread of the truth itself.
 *
 * @param pairs pairs looked at
 * @param right those whose direction is right
 * @param configurationPairs pairs that differ in configuration, not in traffic
 * @param configurationRight those of them whose direction is right
 * @param wrong the pairs that are wrong: "FIRST / SECOND (what differs)"
 */
record SignScore(int pairs, int right, int configurationPairs, int configurationRight, List<String> wrong) {
    /** Least true |ln ratio| that counts: random streams of a packet-level simulator differ by 3 to 7 percent. */
    static final double LEAST_TRUE_EFFECT = 0.07;

    static SignScore of(List<CaseScore> scores) {
        int pairs = 0;
        int configurationPairs = 0;
        int configurationWrong = 0;
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < scores.size(); i++) {
            for (int j = i + 1; j < scores.size(); j++) {
                CaseScore first = scores.get(i);
                CaseScore second = scores.get(j);
                double truth = Math.log((double) second.truthMakespanNs() / first.truthMakespanNs());
                if (!first.set().equals(second.set()) || Math.abs(truth) < LEAST_TRUE_EFFECT) {
                    continue;
                }
                Set<String> differences = first.settings().differences(second.settings());
                if (differences.size() != 1) {
                    continue;
                }
                boolean isConfiguration = !differences.contains(Settings.TRAFFIC);
                pairs++;
                configurationPairs += isConfiguration ? 1 : 0;
                if (Long.signum(second.makespanNs() - first.makespanNs()) != Math.signum(truth)) {
                    configurationWrong += isConfiguration ? 1 : 0;
                    wrong.add(first.id() + " / " + second.id() + " (" + String.join(", ", differences) + ")");
                }
            }
        }
        return new SignScore(
                pairs, pairs - wrong.size(), configurationPairs, configurationPairs - configurationWrong, wrong);
    }
}
