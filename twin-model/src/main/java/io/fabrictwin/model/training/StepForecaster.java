package io.fabrictwin.model.training;

import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.Placement;
import io.fabrictwin.model.multipath.SeedDistribution;
import io.fabrictwin.model.training.PlannedCollective.Phase;
import io.fabrictwin.model.training.Traffic.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Steps of a described job on a fabric. Of each collective between nodes all groups run at once; beside them runs what the
 * anatomy of a step puts there, spread evenly over the passes it belongs to. The time of a collective is {@code latency +
 * bytes / min(rate, cap)}: its cost alone, unless its slowest connection takes longer.
 *
 * <p>The rate of the slowest connection is the level at which max-min filling first fills a link that one of them uses: on
 * each link all grow alike, but those beside it no further than their mean rate. (That one of these may be held up
 * elsewhere is left out: a collective may be told slower than it is, not faster.)
 *
 * <p>What runs beside what: on a GPU, context and expert collectives follow each other, as do those of replicas; sends
 * between stages, replicas' collectives and those of the layers run beside each other.
 *
 * <p>All traffic is placed on the fabric once per seed, and a concurrency set is a choice of who sends; sets that are
 * alike are solved once, and those that no hash decides once for all seeds. Keeps its workspace; one forecast at a time.
 */
public final class StepForecaster {
    private static final double NANOSECONDS = 1e9;

    private final JobDescription job;
    private final StepNetwork network;
    private final StepModel model;
    private final CollectiveCost cost;
    private final double[] nominalSeconds;
    private final double[] latencySeconds;
    private final List<Traffic> traffics = new ArrayList<>();
    private final List<List<Channel>> channels = new ArrayList<>();
    /** By planned collective: its traffic; -1 within nodes. */
    private final int[] trafficOf;

    /** By planned collective: its concurrency set; -1 within nodes. */
    private final int[] setOf;

    private final List<ConcurrencySet> sets = new ArrayList<>();
    private final Placement placement;
    /** By traffic and link: connections, each by the share of it that goes there. */
    private final double[][] load;

    /** By set: rate of its slowest connection, bytes per ns; NaN until it is solved. */
    private final double[] slowest;

    /**
     * Who sends at one time.
     *
     * @param greedy traffic that takes what it gets
     * @param beside traffic that runs beside it, that with the least cap first
     * @param caps of these: largest rate of each connection, bytes per ns
     * @param isDrawn whether hash seeds decide
     */
    private record ConcurrencySet(int greedy, List<Integer> beside, List<Double> caps, boolean isDrawn) {}

    private StepForecaster(JobDescription job, StepNetwork network, CollectiveCost cost) {
        this.job = job;
        this.network = network;
        this.cost = cost;
        model = StepModel.of(job, network.gpusPerNode());
        int count = model.plan().size();
        nominalSeconds = model.secondsOfOne(cost);
        latencySeconds = new double[count];
        trafficOf = new int[count];
        setOf = new int[count];
        for (int i = 0; i < count; i++) {
            PlannedCollective planned = model.plan().get(i);
            latencySeconds[i] = cost.latencySeconds(planned.operation(), planned.bytes(), planned.span());
            trafficOf[i] = planned.span().kind() == Span.Kind.IN_NODE ? -1 : traffic(planned);
        }
        for (int i = 0; i < count; i++) {
            setOf[i] = trafficOf[i] < 0 ? -1 : set(i);
        }
        placement = new Placement(network.fabric(), network.picker(), network.queuePairs());
        load = new double[traffics.size()][network.fabric().links()];
        slowest = new double[sets.size()];
        Arrays.fill(slowest, Double.NaN);
    }

    /**
     * A forecaster of a job on a network.
     *
     * @param cost of collectives as NICs and nodes alone allow, the network's links out of the way
     * @throws IllegalArgumentException if the job does not fill the network's nodes exactly
     */
    public static StepForecaster of(JobDescription job, StepNetwork network, CollectiveCost cost) {
        int gpus = network.hostOfNode().size() * network.gpusPerNode();
        if (job.parallelism().gpus() != gpus) {
            throw new IllegalArgumentException(
                    "the job has " + job.parallelism().gpus() + " GPUs, its "
                            + network.hostOfNode().size() + " nodes have " + gpus);
        }
        return new StepForecaster(job, network, cost);
    }

    /** The forecast over hash seeds, which {@code firstSeed} decides. */
    public StepForecast forecast(int firstSeed) {
        Sum sum = new Sum();
        SeedDistribution seconds = SeedDistribution.of(firstSeed, seed -> sum.add(secondsOfOne(seed)));
        return sum.forecast(seconds);
    }

    /**
     * How the time of a step changes: the ratio of the second to the first, both under the same hash seeds, so that luck is
     * the same on both sides.
     */
    public static SeedDistribution ratio(StepForecaster before, StepForecaster after, int firstSeed) {
        return SeedDistribution.of(
                firstSeed,
                seed -> after.time(seed).seconds() / before.time(seed).seconds());
    }

    /** The time of a step under one hash seed. */
    public StepTime time(int seed) {
        return model.time(secondsOfOne(seed));
    }

    private int traffic(PlannedCollective planned) {
        Shape shape = shape(planned);
        for (int at = 0; at < traffics.size(); at++) {
            if (traffics.get(at).isOf(planned.dimension(), shape)) {
                return at;
            }
        }
        Traffic traffic = Traffic.of(job, network, planned.dimension(), shape);
        traffics.add(traffic);
        channels.add(traffic.channels());
        return traffics.size() - 1;
    }

    private Shape shape(PlannedCollective planned) {
        return switch (planned.operation()) {
            case ALL_TO_ALL -> Shape.ALL_TO_ALL;
            case SEND, RECEIVE -> Shape.SENDS;
            case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE, GATHER, SCATTER ->
                cost.isTree(planned.operation(), planned.bytes(), planned.span()) ? Shape.TREE : Shape.RING;
        };
    }

    /** Who sends when collective {@code at} does. */
    private int set(int at) {
        PlannedCollective planned = model.plan().get(at);
        double[] caps = new double[traffics.size()];
        for (int other = 0; other < trafficOf.length; other++) {
            PlannedCollective beside = model.plan().get(other);
            if (trafficOf[other] >= 0
                    && isForward(beside) == isForward(planned)
                    && turn(beside.dimension()) != turn(planned.dimension())) {
                caps[trafficOf[other]] += meanBytesPerNs(other);
            }
        }
        List<Integer> beside = new ArrayList<>();
        boolean crossesLeaves = traffics.get(trafficOf[at]).crossesLeaves();
        for (int t = 0; t < caps.length; t++) {
            if (caps[t] > 0) {
                beside.add(t);
                crossesLeaves |= traffics.get(t).crossesLeaves();
            }
        }
        beside.sort(Comparator.comparingDouble(t -> caps[t]));
        ConcurrencySet set = new ConcurrencySet(
                trafficOf[at],
                List.copyOf(beside),
                beside.stream().map(t -> caps[t]).toList(),
                crossesLeaves && !(network.picker() instanceof PathPicker.Spray));
        if (!sets.contains(set)) {
            sets.add(set);
        }
        return sets.indexOf(set);
    }

    private static boolean isForward(PlannedCollective planned) {
        return planned.phase() == Phase.FORWARD || planned.phase() == Phase.PARAMETERS;
    }

    /** Collectives of one turn follow each other on a GPU. */
    private static int turn(Dimension dimension) {
        return switch (dimension) {
            case TENSOR, CONTEXT, EXPERT -> 0;
            case PIPELINE -> 1;
            case DATA, EXPERT_DATA, COPIES -> 2;
        };
    }

    /** Rate of a connection if the collective is spread evenly over the computing of its passes. */
    private double meanBytesPerNs(int at) {
        PlannedCollective planned = model.plan().get(at);
        double pass = isForward(planned) ? job.forwardSeconds() : job.backwardSeconds();
        return connectionBytes(at) * planned.count() / (job.batch().microBatches() * pass) / NANOSECONDS;
    }

    private double connectionBytes(int at) {
        PlannedCollective planned = model.plan().get(at);
        return traffics.get(trafficOf[at]).connectionBytes(planned.operation(), planned.bytes());
    }

    private double[] secondsOfOne(int seed) {
        solve(seed);
        double[] seconds = nominalSeconds.clone();
        for (int i = 0; i < seconds.length; i++) {
            if (setOf[i] >= 0) {
                double wire = connectionBytes(i) / slowest[setOf[i]] / NANOSECONDS;
                seconds[i] = Math.max(seconds[i], latencySeconds[i] + wire);
            }
        }
        return seconds;
    }

    private void solve(int seed) {
        boolean isPlaced = false;
        for (int s = 0; s < slowest.length; s++) {
            if (sets.get(s).isDrawn() || Double.isNaN(slowest[s])) {
                if (!isPlaced) {
                    place(seed);
                    isPlaced = true;
                }
                slowest[s] = slowest(sets.get(s));
            }
        }
    }

    private void place(int seed) {
        int port = 0;
        for (int t = 0; t < channels.size(); t++) {
            placement.start(seed);
            for (Channel channel : channels.get(t)) {
                placement.channel(channel, port);
                port += network.queuePairs().count();
            }
            double[] one = new double[channels.get(t).size()];
            Arrays.fill(one, 1);
            Arrays.fill(load[t], 0);
            placement.problem().addLoads(one, load[t]);
        }
    }

    /** Level at which a link of the greedy traffic fills first. */
    private double slowest(ConcurrencySet set) {
        int[] beside = set.beside().stream().mapToInt(t -> t).toArray();
        double[] caps = set.caps().stream().mapToDouble(cap -> cap).toArray();
        double[] greedy = load[set.greedy()];
        double least = Double.POSITIVE_INFINITY;
        for (int link = 0; link < greedy.length; link++) {
            if (greedy[link] == 0) {
                continue;
            }
            double growing = greedy[link];
            for (int t : beside) {
                growing += load[t][link];
            }
            double left = network.fabric().bytesPerNs(link);
            if (left == 0) {
                throw new IllegalArgumentException("link " + link + " of the fabric is down, but the job has no other");
            }
            double level = left / growing;
            for (int k = 0; k < beside.length && caps[k] < level; k++) {
                left -= load[beside[k]][link] * caps[k];
                growing -= load[beside[k]][link];
                // What is left of a sum of differences may be a trifle off its last term.
                level = left / Math.max(growing, greedy[link]);
            }
            least = Math.min(least, level);
        }
        return least;
    }

    /** Sums over seeds. */
    private final class Sum {
        private final double[] secondsOfOne = new double[nominalSeconds.length];
        private final Map<Part, Double> parts = new EnumMap<>(Part.class);
        private final Map<Part, Integer> gating = new EnumMap<>(Part.class);
        private int seeds;

        double add(double[] seconds) {
            seeds++;
            for (int i = 0; i < seconds.length; i++) {
                secondsOfOne[i] += seconds[i];
            }
            StepTime time = model.time(seconds);
            time.parts().forEach((part, partSeconds) -> parts.merge(part, partSeconds, Double::sum));
            time.gates().forEach(part -> gating.merge(part, 1, Integer::sum));
            return time.seconds();
        }

        StepForecast forecast(SeedDistribution seconds) {
            Map<Part, Double> means = new EnumMap<>(Part.class);
            parts.forEach((part, sum) -> means.put(part, sum / seeds));
            List<StepForecast.Contended> collectives = new ArrayList<>();
            for (int i = 0; i < secondsOfOne.length; i++) {
                if (trafficOf[i] >= 0) {
                    collectives.add(new StepForecast.Contended(
                            model.plan().get(i), nominalSeconds[i], secondsOfOne[i] / seeds));
                }
            }
            List<Part> gates = gating.keySet().stream()
                    .filter(part -> 2 * gating.getOrDefault(part, 0) >= seeds)
                    .sorted(Comparator.comparingDouble(part -> -means.getOrDefault(part, 0.0)))
                    .toList();
            return new StepForecast(seconds, means, model.time(nominalSeconds), collectives, gates);
        }
    }
}
