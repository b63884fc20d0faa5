package io.fabrictwin.cli.validate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cases of one set together.
 *
 * @param set name of the set
 * @param cases how many
 * @param flowError mean over the cases of the mean error of a flow
 * @param makespanError mean error of the makespan
 * @param worstMakespanError that of the worst case
 * @param worstCase its id
 * @param speedUp median times that the engine is faster than the truth was found; null: cost not told
 */
record SetScore(
        String set,
        int cases,
        double flowError,
        double makespanError,
        double worstMakespanError,
        String worstCase,
        @Nullable Double speedUp) {

    /** One score a set, in the order of the names. */
    static List<SetScore> of(List<CaseScore> scores) {
        Map<String, List<CaseScore>> bySet = new TreeMap<>();
        scores.forEach(score ->
                bySet.computeIfAbsent(score.set(), set -> new ArrayList<>()).add(score));
        List<SetScore> sets = new ArrayList<>();
        bySet.forEach((set, members) -> sets.add(of(set, members)));
        return sets;
    }

    private static SetScore of(String set, List<CaseScore> scores) {
        CaseScore worst = scores.stream()
                .max(Comparator.comparingDouble(CaseScore::makespanError))
                .orElseThrow();
        return new SetScore(
                set,
                scores.size(),
                scores.stream().mapToDouble(CaseScore::flowError).average().orElseThrow(),
                scores.stream().mapToDouble(CaseScore::makespanError).average().orElseThrow(),
                worst.makespanError(),
                worst.id(),
                medianSpeedUp(scores));
    }

    /** Median over the cases whose cost is told; null: none is. */
    static @Nullable Double medianSpeedUp(List<CaseScore> scores) {
        List<Double> sorted = scores.stream()
                .map(CaseScore::speedUp)
                .filter(Objects::nonNull)
                .sorted()
                .toList();
        return sorted.isEmpty() ? null : sorted.get(sorted.size() / 2);
    }
}
