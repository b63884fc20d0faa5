package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StreamsTest {
    private static final long SEED = 1;
    private static final int SENDERS = 4;
    private static final Network NETWORK = Fabrics.star(TransportKind.ROCE_DCQCN, SENDERS + 1);
    private static final List<Activity> INCAST = Fabrics.incast(NETWORK, SENDERS, 5_000_000);

    /** The answer is one of the runs to the bit, and none has a smaller sum of distances to the others. */
    @Test
    void theAnswerIsTheRunNearestToAllOthers() {
        List<FluidResult> runs = IntStream.range(0, 9)
                .mapToLong(stream -> stream == 0 ? SEED : Draws.stream(SEED, stream))
                .mapToObj(StreamsTest::run)
                .toList();
        FluidResult answer = Streams.typical(NETWORK, INCAST, 9, SEED);
        assertThat(runs).contains(answer);
        assertThat(runs)
                .allSatisfy(run ->
                        assertThat(distanceToAll(run, runs)).isGreaterThanOrEqualTo(distanceToAll(answer, runs)));
    }

    @Test
    void oneStreamIsTheRunOfItsSeed() {
        assertThat(Streams.typical(NETWORK, INCAST, 1, 7)).isEqualTo(run(7));
    }

    /** Many senders spread less than few: of those the first three streams are the same answer as all. */
    @Test
    void streamsThatAgreeAreEnough() {
        Network network = Fabrics.star(TransportKind.ROCE_DCQCN, 25);
        List<Activity> incast = Fabrics.incast(network, 24, 1_000_000);
        assertThat(Streams.typical(network, incast, 9, SEED)).isEqualTo(Streams.typical(network, incast, 3, SEED));
    }

    /** Ends of typical runs lie closer together than those of single ones, over 20 seeds. */
    @Test
    void typicalRunsSpreadLessThanSingleOnes() {
        assertThat(spread(9)).isLessThan(0.8 * spread(1));
    }

    @Test
    void fewActivitiesNeedSeveralStreams() {
        assertThat(Streams.enoughFor(12)).isEqualTo(15);
        assertThat(Streams.enoughFor(13)).isEqualTo(1);
    }

    private static FluidResult run(long seed) {
        return Fluid.run(NETWORK, INCAST, List.of(), new int[0], seed);
    }

    private static double distanceToAll(FluidResult run, List<FluidResult> runs) {
        return runs.stream()
                .mapToDouble(other -> IntStream.range(0, SENDERS)
                                .mapToDouble(id -> Math.abs(Math.log((double) run.endNs(id) / other.endNs(id))))
                                .average()
                                .orElseThrow()
                        + Math.abs(Math.log((double) run.makespanNs() / other.makespanNs())))
                .sum();
    }

    /** Standard deviation over mean of the last end. */
    private static double spread(int streams) {
        double[] ends = IntStream.rangeClosed(1, 20)
                .mapToDouble(seed ->
                        (double) Streams.typical(NETWORK, INCAST, streams, seed).makespanNs())
                .toArray();
        double mean = IntStream.range(0, ends.length)
                .mapToDouble(k -> ends[k])
                .average()
                .orElseThrow();
        double squares = IntStream.range(0, ends.length)
                .mapToDouble(k -> (ends[k] - mean) * (ends[k] - mean))
                .sum();
        return Math.sqrt(squares / (ends.length - 1)) / mean;
    }
}
