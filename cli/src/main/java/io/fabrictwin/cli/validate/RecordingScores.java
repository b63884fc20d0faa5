package io.fabrictwin.cli.validate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Forecasts of recordings together.
 *
 * @param kind which recordings: a kind of change, {@link #ALL} or {@link #KNOWN_PATHS}
 * @param cases how many
 * @param error mean absolute log error of the ratio, over those that were forecast; null: none was
 * @param worst that of the worst case
 * @param worstCase its name
 * @param verdictsRight of {@code verdicts}; "cannot tell" is not right
 * @param verdicts cases of which the truth tells a verdict
 * @param held cases whose truth lies in the interval
 * @param intervalScore mean interval score of the logarithm; less is better
 * @param scoreOfNoChange that of the forecast "no change"
 */
record RecordingScores(
        String kind,
        int cases,
        @Nullable Double error,
        @Nullable Double worst,
        String worstCase,
        int verdictsRight,
        int verdicts,
        int held,
        double intervalScore,
        double scoreOfNoChange) {
    static final String ALL = "all";
    static final String KNOWN_PATHS = "paths known";

    /** All, those with known paths, and each kind of change in order. */
    static List<RecordingScores> of(List<RecordingScore> scores) {
        Map<String, List<RecordingScore>> byKind = new TreeMap<>();
        scores.forEach(score ->
                byKind.computeIfAbsent(score.kind(), kind -> new ArrayList<>()).add(score));
        List<RecordingScores> all = new ArrayList<>();
        all.add(of(ALL, scores));
        List<RecordingScore> known =
                scores.stream().filter(RecordingScore::hasKnownPaths).toList();
        if (!known.isEmpty()) {
            all.add(of(KNOWN_PATHS, known));
        }
        byKind.forEach((kind, members) -> all.add(of(kind, members)));
        return all;
    }

    private static RecordingScores of(String kind, List<RecordingScore> scores) {
        List<Double> errors = scores.stream()
                .map(RecordingScore::error)
                .filter(Objects::nonNull)
                .toList();
        RecordingScore worst = scores.stream()
                .max(Comparator.comparingDouble(score -> {
                    Double error = score.error();
                    return error == null ? -1 : error;
                }))
                .orElseThrow();
        return new RecordingScores(
                kind,
                scores.size(),
                errors.isEmpty()
                        ? null
                        : (Double) errors.stream()
                                .mapToDouble(Double::doubleValue)
                                .average()
                                .orElseThrow(),
                worst.error(),
                worst.name(),
                (int) scores.stream().filter(RecordingScore::isVerdictRight).count(),
                (int) scores.stream()
                        .filter(score -> score.trueVerdict() != null)
                        .count(),
                (int) scores.stream().filter(RecordingScore::isHeld).count(),
                mean(scores, RecordingScore::intervalScore),
                mean(scores, RecordingScore::scoreOfNoChange));
    }

    private static double mean(List<RecordingScore> scores, ToDoubleFunction<RecordingScore> score) {
        return scores.stream().mapToDouble(score).average().orElseThrow();
    }
}
