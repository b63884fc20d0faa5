package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Cuts a series of times at its last change of level, so that the present is judged by what is like it: after an incident
 * began, only the steps since then tell of the steps to come.
 */
final class StepRegime {
    /** A smaller change of the mean is drift, and older values still tell more than they mislead. */
    private static final double LEAST_CHANGE = 0.1;
    /** Difference of two means in standard errors beyond what the best of some dozen cuts shows by chance. */
    private static final double LEAST_STANDARD_ERRORS = 5;
    /** Scatter that two equal values hide: jitter of a healthy job. */
    private static final double LEAST_SCATTER = 0.01;
    /** Median absolute difference of two normal values, in their standard deviation: 0.6745 times the root of 2. */
    private static final double MEDIAN_DIFFERENCE = 0.954;

    private StepRegime() {}

    /** The steps since the last change of level, all of them complete. */
    static SortedMap<Long, RecordedStep> newest(SortedMap<Long, RecordedStep> steps) {
        SortedMap<Long, RecordedStep> complete = new TreeMap<>(steps);
        complete.values().removeIf(step -> !step.isComplete());
        List<Double> logs = new ArrayList<>();
        complete.values()
                .forEach(step ->
                        logs.add(StrictMath.log((double) step.durationNs().orElseThrow())));
        int first = newest(logs);
        return first == 0
                ? complete
                : complete.tailMap(List.copyOf(complete.keySet()).get(first));
    }

    /** Index of the first value since the last change of level. */
    static int newest(List<Double> logs) {
        double scatter = scatter(logs);
        int first = 0;
        while (true) {
            int cut = cut(logs.subList(first, logs.size()), scatter);
            if (cut == 0) {
                return first;
            }
            first += cut;
        }
    }

    /** Where the two sides differ the most, in standard errors; 0 where they do not differ enough. */
    private static int cut(List<Double> logs, double scatter) {
        int best = 0;
        double most = LEAST_STANDARD_ERRORS;
        for (int cut = 1; cut < logs.size(); cut++) {
            double change = Math.abs(mean(logs.subList(cut, logs.size())) - mean(logs.subList(0, cut)));
            double errors = change / (scatter * Math.sqrt(1.0 / cut + 1.0 / (logs.size() - cut)));
            if (change > LEAST_CHANGE && errors > most) {
                most = errors;
                best = cut;
            }
        }
        return best;
    }

    /** Standard deviation about the level, by the median difference of neighbours: few of these lie across a change. */
    private static double scatter(List<Double> logs) {
        List<Double> differences = new ArrayList<>();
        for (int index = 1; index < logs.size(); index++) {
            differences.add(Math.abs(logs.get(index) - logs.get(index - 1)));
        }
        Collections.sort(differences);
        double median = differences.isEmpty() ? 0 : differences.get((differences.size() - 1) / 2);
        return Math.max(LEAST_SCATTER, median / MEDIAN_DIFFERENCE);
    }

    private static double mean(List<Double> values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.size();
    }
}
