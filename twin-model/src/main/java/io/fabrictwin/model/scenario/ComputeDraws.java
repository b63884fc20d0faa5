package io.fabrictwin.model.scenario;

import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Computing times of steps to come, drawn from those before: each rank's own level, times how much longer all ranks took in a
 * step drawn from the past, times what was left of one rank in one step. Most steps wait for the slowest rank: it comes out
 * as slow as in the past, as neither the steps' common share nor the ranks' own is averaged away.
 */
final class ComputeDraws {
    private final SortedMap<Integer, Double> levelNs;
    private final double[] stepFactors;
    private final double[] residues;

    private ComputeDraws(SortedMap<Integer, Double> levelNs, double[] stepFactors, double[] residues) {
        this.levelNs = levelNs;
        this.stepFactors = stepFactors;
        this.residues = residues;
    }

    /**
     * Learns from steps.
     *
     * @param ranks of the job; steps that do not tell of all are left out
     * @return null where no step tells of all
     */
    static @Nullable ComputeDraws of(SortedMap<Long, RecordedStep> steps, int ranks) {
        List<SortedMap<Integer, Long>> full = steps.values().stream()
                .map(RecordedStep::computeNs)
                .filter(times -> times.size() >= ranks)
                .toList();
        if (full.isEmpty()) {
            return null;
        }
        SortedMap<Integer, Double> levels = new TreeMap<>();
        SortedMap<Integer, Integer> firsts = new TreeMap<>();
        for (int rank : full.get(0).keySet()) {
            List<Double> own = full.stream()
                    .map(times -> (double) Math.max(1, times.getOrDefault(rank, 0L)))
                    .toList();
            int first = StepRegime.newest(own.stream().map(StrictMath::log).toList());
            firsts.put(rank, first);
            levels.put(rank, ComputeTimes.median(own.subList(first, own.size())));
        }
        List<Double> factors = new ArrayList<>();
        List<Double> residues = new ArrayList<>();
        for (int index = 0; index < full.size(); index++) {
            List<Double> relative = new ArrayList<>();
            for (Map.Entry<Integer, Double> level : levels.entrySet()) {
                // where a rank's level has changed, its older times tell of no jitter
                if (index >= firsts.getOrDefault(level.getKey(), 0)) {
                    relative.add(full.get(index).getOrDefault(level.getKey(), 0L) / level.getValue());
                }
            }
            if (!relative.isEmpty()) {
                double common = ComputeTimes.median(relative);
                factors.add(common);
                relative.forEach(factor -> residues.add(factor / common));
            }
        }
        return new ComputeDraws(levels, array(factors), array(residues));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Computing time by rank of a step to come; the same for the same step and seed. */
    SortedMap<Integer, Long> drawn(long step, long seed) {
        SplittableRandom random = new SplittableRandom(new SplittableRandom(seed).nextLong() + step);
        double common = stepFactors[random.nextInt(stepFactors.length)];
        SortedMap<Integer, Long> drawn = new TreeMap<>();
        levelNs.forEach((rank, level) ->
                drawn.put(rank, Math.round(level * common * residues[random.nextInt(residues.length)])));
        return drawn;
    }
}
