package io.fabrictwin.model.ladder;

import io.fabrictwin.model.calibration.Conformal;
import io.fabrictwin.model.calibration.Loss;
import io.fabrictwin.model.calibration.MapFit;
import io.fabrictwin.model.calibration.Normal;
import io.fabrictwin.model.calibration.Observation;
import io.fabrictwin.model.calibration.Parameter;
import io.fabrictwin.model.calibration.Posterior;
import io.fabrictwin.model.calibration.Prior;
import io.fabrictwin.model.calibration.RatioSpread;
import io.fabrictwin.model.calibration.Scores;
import io.fabrictwin.model.calibration.Share;
import io.fabrictwin.model.calibration.Skill;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Fabrics whose parameters are known, as drawn from their priors: on each, collectives are timed with 2 % of noise and 3 %
 * of wild times, the parameters are fitted, one change is forecast, made, and scored. How bursts start is packet-level truth on
 * the fabric's side and the emulator's answer on the model's side; everything else is closed form.
 */
final class SyntheticFabric {
    static final int FABRICS = 200;

    private static final List<Parameter> PARAMETERS = List.of(
            Parameter.LATENCY_SCALE,
            Parameter.BANDWIDTH_EFFICIENCY,
            Parameter.TRANSIENT_GAIN,
            Parameter.SPRAY_EFFICIENCY,
            Parameter.HOP_FAIRNESS_EXPONENT,
            Parameter.PAUSE_INFLATION);
    private static final int LATENCY = 0;
    private static final int EFFICIENCY = 1;
    private static final int GAIN = 2;
    private static final int SPRAY = 3;
    private static final int HOPS = 4;
    /** Nothing that is observed tells of it. */
    private static final int PAUSES = 5;

    private static final double NOISE = 0.02;
    private static final double WILD_SHARE = 0.03;
    private static final double LOG_WILD_FACTOR = StrictMath.log(3);
    /** Standard deviation of the log of the emulator's stretch about packet-level truth. */
    private static final double EMULATOR_SPREAD = 0.04;

    /** Of the median of many normal values, in variances of one over their number. */
    private static final double MEDIAN_VARIANCE = Math.PI / 2;

    private static final int REPEATS = 6;
    private static final int WINDOW = 30;
    private static final double[] QUANTILES = IntStream.range(0, WINDOW)
            .mapToDouble(index -> Normal.quantile((index + 0.5) / WINDOW))
            .toArray();
    private static final double BYTES_PER_US = 12_500;
    /** An effect from which skill is demanded. */
    private static final double LEAST_EFFECT = 0.05;

    /** What is timed. */
    private sealed interface Work {
        /** Log of the time in us. */
        double logTime(double[] theta, double[] logStretches);
    }

    /** A small all-reduce over nodes: latency of a tree, twice up to the root and down again. */
    private record Small(int nodes) implements Work {
        @Override
        public double logTime(double[] theta, double[] logStretches) {
            double latencyUs = 2 * (3 * 0.6 + 5 * StrictMath.log(nodes) / StrictMath.log(2));
            return StrictMath.log(6.8 + natural(theta, LATENCY) * latencyUs);
        }
    }

    /** A large ring over eight nodes, on fixed or on sprayed paths. */
    private record Large(double bytes, boolean isSprayed) implements Work {
        @Override
        public double logTime(double[] theta, double[] logStretches) {
            double efficiency = natural(theta, EFFICIENCY) * (isSprayed ? natural(theta, SPRAY) : 1);
            return StrictMath.log(2 * 7 / 8.0 * bytes / (efficiency * BYTES_PER_US));
        }
    }

    /** A cold incast of one cell of the table. */
    private record Burst(int cell) implements Work {
        @Override
        public double logTime(double[] theta, double[] logStretches) {
            ColdStartTable.Cell at = ColdStartTable.CELLS.get(cell);
            double idealUs = at.senders() * at.bytes() / (natural(theta, EFFICIENCY) * BYTES_PER_US);
            return StrictMath.log(idealUs) + natural(theta, GAIN) * logStretches[cell];
        }
    }

    /** A transfer over several congested hops. */
    private record Hops(int hops) implements Work {
        @Override
        public double logTime(double[] theta, double[] logStretches) {
            double share = natural(theta, EFFICIENCY) * StrictMath.pow(hops, -natural(theta, HOPS));
            return StrictMath.log(1e7 / (share * BYTES_PER_US));
        }
    }

    /** A change of one kind of work into another: what it is compared with, and by how much it moves the time. */
    private record Change(String kind, Work before, Work after) {
        double logRatio(double[] theta, double[] logStretches) {
            return after.logTime(theta, logStretches) - before.logTime(theta, logStretches);
        }
    }

    /**
     * What came of all fabrics.
     *
     * @param recovered by parameter, on how many fabrics the truth lay within two posterior standard deviations, of those on
     *     which the parameter was identified
     * @param covered how many 90 % intervals held the observed ratio, of those that rest on nine past changes or more
     * @param signs right signs of predicted effects
     * @param againstNoChange skill over changes that move the time by 5 % or more
     * @param againstLastValue the same against the other baseline
     * @param withoutEffect skill against "no change" over changes that move nothing
     */
    record Outcome(
            List<Share> recovered,
            Share covered,
            Share signs,
            Skill againstNoChange,
            Skill againstLastValue,
            double withoutEffect) {}

    private final SplittableRandom random;
    private final double[] truth;
    private final double[] logPacketStretches;

    private SyntheticFabric(long seed, double[] logPacketStretches) {
        random = new SplittableRandom(seed);
        this.logPacketStretches = logPacketStretches;
        truth = new double[PARAMETERS.size()];
        for (int index = 0; index < truth.length; index++) {
            Parameter parameter = PARAMETERS.get(index);
            truth[index] = parameter.priorMean() + parameter.priorSpread() * normal();
        }
    }

    /** Name of a parameter by its place in {@link Outcome#recovered}. */
    static String name(int parameter) {
        return PARAMETERS.get(parameter).words();
    }

    static boolean isSeen(int parameter) {
        return parameter != PAUSES;
    }

    /** Runs all fabrics; a change's interval rests on those of the fabrics before. */
    static Outcome run() {
        double[] packets = ColdStartTable.logPacketStretches();
        double[] emulated = ColdStartTable.logEmulatedStretches();
        int parameters = PARAMETERS.size();
        int[] identified = new int[parameters];
        int[] within = new int[parameters];
        List<Conformal.Score> past = new ArrayList<>();
        int intervals = 0;
        int held = 0;
        double[] predictedRatios = new double[FABRICS];
        double[] observedRatios = new double[FABRICS];
        List<double[]> moved = new ArrayList<>();
        List<double[]> unmoved = new ArrayList<>();
        for (int number = 0; number < FABRICS; number++) {
            SyntheticFabric fabric = new SyntheticFabric(number, packets);
            Posterior posterior = fabric.fitted(emulated);
            double[] found = new double[parameters];
            for (int index = 0; index < parameters; index++) {
                found[index] = posterior.mean(index);
                if (posterior.isIdentified(index)) {
                    identified[index]++;
                    within[index] +=
                            Math.abs(found[index] - fabric.truth[index]) <= 2 * posterior.spread(index) ? 1 : 0;
                }
            }
            Change change = fabric.change(number);
            double predicted = change.logRatio(found, emulated);
            double[] before = fabric.window(change.before());
            double[] after = fabric.window(change.after());
            double observed = median(after) - median(before);
            double noise = 2 * MEDIAN_VARIANCE * NOISE * NOISE / WINDOW;
            double model = RatioSpread.PRIOR.at(predicted);
            double spread = Math.sqrt(noise + model * model);
            OptionalDouble reach =
                    new Conformal(past).reach(List.of(change.kind()), 0.9).spreads();
            if (reach.isPresent()) {
                intervals++;
                held += Math.abs(observed - predicted) <= reach.getAsDouble() * spread ? 1 : 0;
            }
            past.add(new Conformal.Score(List.of(change.kind()), Math.abs(observed - predicted) / spread));
            predictedRatios[number] = predicted;
            observedRatios[number] = observed;
            double[] scores = scores(before, after, predicted, model);
            double effect = Math.abs(change.logRatio(fabric.truth, packets));
            if (effect >= LEAST_EFFECT) {
                moved.add(scores);
            } else if (effect == 0) {
                unmoved.add(scores);
            }
        }
        List<Share> recovered = new ArrayList<>();
        for (int index = 0; index < parameters; index++) {
            recovered.add(new Share(within[index], identified[index]));
        }
        return new Outcome(
                recovered,
                new Share(held, intervals),
                Share.ofSigns(predictedRatios, observedRatios),
                Skill.of(column(moved, 0), column(moved, 1), 1),
                Skill.of(column(moved, 0), column(moved, 2), 1),
                Scores.skill(column(unmoved, 0), column(unmoved, 1)));
    }

    private Posterior fitted(double[] emulated) {
        List<Work> works = new ArrayList<>();
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (int nodes = 2; nodes <= 32; nodes *= 2) {
                works.add(new Small(nodes));
            }
            for (double bytes = 64e6; bytes <= 1024e6; bytes *= 4) {
                works.add(new Large(bytes, false));
                works.add(new Large(bytes, true));
            }
            for (int hops = 2; hops <= 5; hops++) {
                works.add(new Hops(hops));
            }
        }
        for (int cell = 0; cell < emulated.length; cell++) {
            works.add(new Burst(cell));
        }
        List<Observation> observations = new ArrayList<>();
        for (Work work : works) {
            double spread = work instanceof Burst ? Math.hypot(NOISE, EMULATOR_SPREAD) : NOISE;
            observations.add(Observation.of(observed(work), spread));
        }
        MapFit.Model model = theta -> works.stream()
                .mapToDouble(work -> work.logTime(theta, emulated))
                .toArray();
        return MapFit.fit(Prior.of(PARAMETERS), model, observations, Loss.STUDENT_T);
    }

    /** Kinds take turns; what is changed within a kind is drawn. */
    private Change change(int number) {
        return switch (number % 4) {
            case 0 -> {
                int cell = random.nextInt(ColdStartTable.CELLS.size());
                int settings = ColdStartTable.CELLS.size() / ColdStartTable.SETTINGS;
                int other = (cell + settings * (1 + random.nextInt(ColdStartTable.SETTINGS - 1)))
                        % ColdStartTable.CELLS.size();
                yield new Change("sender settings", new Burst(cell), new Burst(other));
            }
            case 1 -> {
                double bytes = 64e6 * (1 + random.nextInt(16));
                yield new Change("spraying", new Large(bytes, true), new Large(bytes, false));
            }
            case 2 -> {
                int hops = 2 + random.nextInt(4);
                yield new Change("placement", new Hops(hops), new Hops(2 + (hops - 1 + random.nextInt(3)) % 4));
            }
            default -> {
                Work work = new Large(64e6 * (1 + random.nextInt(16)), false);
                yield new Change("without effect", work, work);
            }
        };
    }

    private double[] window(Work work) {
        double[] window = new double[WINDOW];
        for (int index = 0; index < WINDOW; index++) {
            window[index] = observed(work);
        }
        return window;
    }

    private double observed(Work work) {
        double noise = NOISE * normal();
        double wild = random.nextDouble() < WILD_SHARE ? LOG_WILD_FACTOR : 0;
        return work.logTime(truth, logPacketStretches) + noise + wild;
    }

    /** A normal number by the transformation of Box and Muller. */
    private double normal() {
        return Math.sqrt(-2 * StrictMath.log(random.nextDouble(Double.MIN_NORMAL, 1)))
                * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }

    /** Mean scores over the window after the change: of the model, of "no change", of "last value". */
    private static double[] scores(double[] before, double[] after, double predicted, double modelSpread) {
        double[] forecast = new double[WINDOW];
        for (int index = 0; index < WINDOW; index++) {
            // the window before, moved; each by another quantile of what the model may miss
            forecast[index] = before[index] + predicted + modelSpread * QUANTILES[index];
        }
        double[] sums = new double[3];
        for (double observed : after) {
            sums[0] += Scores.crpsOfSample(forecast, observed) / WINDOW;
            sums[1] += Scores.crpsOfSample(Scores.noChange(before), observed) / WINDOW;
            sums[2] += Scores.crpsOfSample(Scores.lastValue(before), observed) / WINDOW;
        }
        return sums;
    }

    private static double[] column(List<double[]> rows, int column) {
        return rows.stream().mapToDouble(row -> row[column]).toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(WINDOW - 1) / 2] + sorted[WINDOW / 2]) / 2;
    }

    private static double natural(double[] theta, int parameter) {
        return PARAMETERS.get(parameter).natural(theta[parameter]);
    }
}
