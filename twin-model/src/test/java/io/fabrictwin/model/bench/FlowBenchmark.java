package io.fabrictwin.model.bench;

import io.fabrictwin.model.flow.EquitableClasses;
import io.fabrictwin.model.flow.IncrementalMaxMin;
import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.multipath.Channel;
import io.fabrictwin.model.multipath.ChannelRates;
import io.fabrictwin.model.multipath.PathPicker;
import io.fabrictwin.model.multipath.Placement;
import io.fabrictwin.model.multipath.QueuePairs;
import io.fabrictwin.model.multipath.RailFabric;
import io.fabrictwin.model.multipath.UniformAllToAll;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Solves at the sizes that matter: 1,024 GPUs (128 nodes x 8 rails, leaves of 32, 32 spines) and 16,384 GPUs (2,048 nodes).
 * Run by {@link Benchmarks}.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class FlowBenchmark {
    static final RailFabric GPUS_1024 = RailFabric.of(8, 4, 32, 32, 50, 1);
    static final RailFabric GPUS_16384 = RailFabric.of(8, 64, 32, 32, 50, 1);
    static final PathPicker HASH = new PathPicker.StaticHash();
    static final PathPicker.Spray SPRAY = new PathPicker.Spray(0.95);

    /** Problems that are solved as they are. */
    public enum Traffic {
        /** Ring edges as independent flows. */
        RING_FLOWS_1QP,
        /** The same, four queue pairs each. */
        RING_FLOWS_4QP,
        /** A random permutation, 16 queue pairs each. */
        PERMUTATION_16QP,
        /** All-to-all on rails. */
        ALL_TO_ALL,
        /** 16 ring channels in random order. */
        RING_GROUPS,
        /** 16 tree channels in random order. */
        TREE_GROUPS;

        Problem problem() {
            Placement placement = switch (this) {
                case RING_FLOWS_4QP -> turns(4);
                case PERMUTATION_16QP -> turns(16);
                default -> new Placement(GPUS_1024, HASH, QueuePairs.ONE);
            };
            placement.start(1);
            switch (this) {
                case ALL_TO_ALL -> UniformAllToAll.place(GPUS_1024, placement);
                case RING_GROUPS -> place(rings(128), placement);
                case TREE_GROUPS -> place(trees(128), placement);
                default -> {
                    for (int rail = 0; rail < 8; rail++) {
                        int[] order = Channel.shuffled(128, rail);
                        for (int at = 0; at < 128; at++) {
                            placement.connection(rail, order[at], order[(at + 1) % 128], 0, Double.POSITIVE_INFINITY);
                        }
                    }
                }
            }
            return placement.problem();
        }

        private static Placement turns(int queuePairs) {
            return new Placement(GPUS_1024, HASH, new QueuePairs(queuePairs, QueuePairs.MessagePolicy.ROUND_ROBIN));
        }

        private static void place(List<Channel> channels, Placement placement) {
            for (int c = 0; c < channels.size(); c++) {
                placement.channel(channels.get(c), c);
            }
        }
    }

    static List<Channel> rings(int nodes) {
        return IntStream.range(0, 16)
                .mapToObj(channel -> Channel.ring(channel % 8, Channel.shuffled(nodes, channel)))
                .toList();
    }

    static List<Channel> trees(int nodes) {
        return IntStream.range(0, 16)
                .mapToObj(channel -> Channel.tree(channel % 8, channel >= 8, Channel.shuffled(nodes, channel % 8)))
                .toList();
    }

    /** A problem at 1,024 GPUs and a warm solver. */
    @State(Scope.Thread)
    public static class Known {
        /** What is solved. */
        @Param
        public Traffic traffic;

        Problem problem = new Problem();
        final MaxMin solver = new MaxMin();

        /** Builds the problem. */
        @Setup
        public void setUp() {
            problem = traffic.problem();
        }
    }

    /** The all-to-all at 1,024 GPUs with rates to add up. */
    @State(Scope.Thread)
    public static class Loads {
        final Problem problem = Traffic.ALL_TO_ALL.problem();
        final double[] rate = new double[problem.variables()];
        final double[] load = new double[problem.constraints()];
    }

    /** Rings over unknown hashes. */
    @State(Scope.Thread)
    public static class Unknown {
        /** Queue pairs a connection. */
        @Param({"1", "4", "16"})
        public int queuePairs;

        List<Channel> rings = List.of();
        ChannelRates rates = new ChannelRates(GPUS_1024, HASH, QueuePairs.ONE);

        /** Builds the rings. */
        @Setup
        public void setUp() {
            rings = rings(128);
            rates = new ChannelRates(GPUS_1024, HASH, QueuePairs.split(queuePairs));
        }
    }

    /** 16,384 GPUs. */
    @State(Scope.Thread)
    public static class Large {
        final List<Channel> rings = rings(2048);
        final List<Channel> trees = trees(2048);
        final ChannelRates hashed = new ChannelRates(GPUS_16384, HASH, QueuePairs.ONE);
        final ChannelRates sprayed = new ChannelRates(GPUS_16384, SPRAY, QueuePairs.ONE);
    }

    /** One flow after another of the ring flows gets another cap. */
    @State(Scope.Thread)
    public static class Changing {
        IncrementalMaxMin incremental = new IncrementalMaxMin(new Problem());
        int turn;

        /** Solves once. */
        @Setup
        public void setUp() {
            incremental = new IncrementalMaxMin(Traffic.RING_FLOWS_4QP.problem());
            incremental.solve();
        }
    }

    /** Sums the loads of all links at given rates: one pass over the incidences, which no solver can do without. */
    @Benchmark
    public double[] onePass(Loads loads) {
        loads.problem.addLoads(loads.rate, loads.load);
        return loads.load;
    }

    /** Solves a problem that is at hand. */
    @Benchmark
    public double[] solve1024(Known known) {
        return known.solver.solve(known.problem);
    }

    /** Hashes and solves the rings under 32 seeds. */
    @Benchmark
    public double rings1024Of32Seeds(Unknown unknown) {
        double sum = 0;
        for (int seed = 0; seed < 32; seed++) {
            sum += unknown.rates.slowest(unknown.rings, seed);
        }
        return sum;
    }

    /** Places, compresses and solves the sprayed all-to-all. */
    @Benchmark
    public double sprayedAllToAll1024() {
        return UniformAllToAll.slowestSprayed(GPUS_1024, SPRAY);
    }

    /** The same for 16,384 GPUs. */
    @Benchmark
    public double sprayedAllToAll16384() {
        return UniformAllToAll.slowestSprayed(GPUS_16384, SPRAY);
    }

    /** The classes of the sprayed all-to-all of 16,384 GPUs, with the problem of its leaves. */
    @Benchmark
    public EquitableClasses classes16384() {
        return EquitableClasses.of(UniformAllToAll.sprayed(GPUS_16384, SPRAY));
    }

    /** Hashes and solves 16 rings over 16,384 GPUs. */
    @Benchmark
    public double hashedRings16384(Large large) {
        return large.hashed.slowest(large.rings, 1);
    }

    /** Hashes and solves 16 trees over 16,384 GPUs. */
    @Benchmark
    public double hashedTrees16384(Large large) {
        return large.hashed.slowest(large.trees, 1);
    }

    /** Sprays and solves 16 rings over 16,384 GPUs. */
    @Benchmark
    public double sprayedRings16384(Large large) {
        return large.sprayed.slowest(large.rings, 1);
    }

    /** Solves again after one of 4,096 flows has got another cap. */
    @Benchmark
    public double[] oneFlowChanges(Changing changing) {
        int turn = changing.turn++;
        changing.incremental.setCap(turn * 61 % 4096, turn % 2 == 0 ? 1 : Double.POSITIVE_INFINITY);
        return changing.incremental.solve();
    }
}
