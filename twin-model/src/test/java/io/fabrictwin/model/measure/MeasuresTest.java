package io.fabrictwin.model.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.DcqcnProfile;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.congestion.Transfer;
import io.fabrictwin.model.congestion.Transport;
import io.fabrictwin.model.congestion.TransportKind;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.step.CollectiveWork;
import io.fabrictwin.model.step.QueuePairs;
import io.fabrictwin.model.step.StepGraph;
import io.fabrictwin.model.step.StepWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    private static final int HOSTS = 4;
    private static final long LATENCY_NS = 1_200;

    /** Four hosts on a switch, one byte a ns: port 2h leads from host h to the switch, 2h + 1 from there to it. */
    private static Network star() {
        Network.Builder builder = Network.builder(new Transport(
                TransportKind.ROCE_DCQCN,
                1_000,
                1_000,
                0,
                new EcnProfile(true, 50_000, 200_000, 0.2),
                new PfcProfile(false, 0.125, 0, 0, null),
                new DcqcnProfile(0.004, 1_000, 4_000, 300_000, 2e7, 2e8, 1e8, 1)));
        for (int host = 0; host < HOSTS; host++) {
            builder.host("h" + host);
        }
        builder.switchNode("s", 1 << 24);
        for (int host = 0; host < HOSTS; host++) {
            builder.link("h" + host, "s", 8e9, 50, null, null, null);
        }
        return builder.build();
    }

    private static final QueuePairs ONE = (stream, source, destination) ->
            List.of(new QueuePairs.Way(new int[] {2 * source, 2 * destination + 1}, null));

    private final Network network = star();
    private final List<PortId> egress = new ArrayList<>();
    private final PortHistory history = new PortHistory(network);
    private final StepGraph graph = new StepGraph();
    private final List<JobTrace.Step> steps = new ArrayList<>();

    MeasuresTest() {
        for (int host = 0; host < HOSTS; host++) {
            egress.add(PortId.of("h" + host, "s"));
            egress.add(PortId.of("s", "h" + host));
        }
    }

    private Measures measures(StepWork... works) {
        int at = graph.start(0);
        for (StepWork work : works) {
            steps.add(new JobTrace.Step(at, graph.step(work, ONE, at)));
            at = steps.get(steps.size() - 1).barriers().end();
        }
        List<Activity> activities = graph.activities();
        FluidResult result = Fluid.run(network, activities, List.of(), List.of(), history, new int[0], 1);
        MeasuredRun run = new MeasuredRun(network, activities, result, egress, history);
        return Measures.of(List.of(JobTrace.of(run, steps, new BitSet())), null);
    }

    private static StepWork step(long computeNs, CollectiveOperation operation, long bytes, double launchFraction) {
        return new StepWork(
                Collections.nCopies(HOSTS, computeNs),
                List.of(new CollectiveWork(operation, bytes, launchFraction, 0)));
    }

    @Test
    void aRingAtLineRateHasItsClosedForm() {
        // six rounds of 1 MB at 1 byte/ns, each with the last packet once more at the switch and 200 ns there and back
        double timeNs = 6 * (1_000_000 + LATENCY_NS);

        Measures measures = measures(
                step(2_000_000, CollectiveOperation.ALL_REDUCE, 4_000_000, 1),
                step(2_000_000, CollectiveOperation.ALL_REDUCE, 4_000_000, 1));

        CollectiveMeasure ring = measures.collectives().get(0);
        assertThat(ring.count()).isEqualTo(2);
        assertThat(ring.timeMeanNs()).isCloseTo(timeNs, within(20.0));
        assertThat(ring.timeMedianNs()).isCloseTo(timeNs, within(20.0));
        assertThat(ring.algorithmBytesPerSecond()).isCloseTo(4e15 / timeNs, within(1e4));
        assertThat(ring.busBytesPerSecond()).isCloseTo(1.5 * 4e15 / timeNs, within(1e4));
        assertThat(ring.timeJitter()).isCloseTo(0.0, within(1e-6));
        assertThat(ring.skewMeanNs()).isZero();
        assertThat(measures.stepJitter()).isCloseTo(0.0, within(1e-6));
        assertThat(measures.tail()).isEqualTo(new Tail(48, measures.tail().median(), null, null));
        assertThat(measures.tail().median()).isCloseTo(1.0, within(1e-4));
        CriticalPath path = measures.criticalPath();
        assertThat(path.computeShare()).isCloseTo(2e6 / (2e6 + timeNs), within(1e-5));
        assertThat(path.computeShare() + path.sendingShare() + path.waitingShare())
                .isCloseTo(1.0, within(1e-9));
        assertThat(path.waitingShare()).isLessThan(1e-4);
        assertThat(measures.scaling()).extracting(ScaledJob::ranks).containsExactly(2, 8);
        assertThat(measures.scaling().get(0).collectiveTimeNs()).isCloseTo(2 * (2e6 + LATENCY_NS), within(20.0));
        assertThat(measures.scaling().get(1).collectiveTimeNs()).isCloseTo(14 * (5e5 + LATENCY_NS), within(50.0));
        assertThat(measures.scaling().get(1).stepTimeNs()).isCloseTo(2e6 + 14 * (5e5 + LATENCY_NS), within(50.0));
        assertThat(measures.unknown())
                .containsExactly(
                        "p99 of messages: 48 messages, 100 are needed",
                        "p95 of steps: 2 steps, 20 are needed",
                        "recovery: no episode of congestion ended while a collective went on for long enough",
                        "interference: no other job runs");
    }

    @Test
    void theBottleneckOfAnIncastGates() {
        Measures measures = measures(step(1_000, CollectiveOperation.GATHER, 2_000_000, 1));

        CollectiveMeasure gather = measures.collectives().get(0);
        assertThat(gather.bytes()).isEqualTo(8_000_000);
        assertThat(gather.busBytesPerSecond()).isBetween(0.5e9, 1e9);
        CriticalPath path = measures.criticalPath();
        assertThat(path.gates()).hasSize(1);
        assertThat(path.gates().get(0).port()).isEqualTo(PortId.of("s", "h0"));
        assertThat(path.gates().get(0).share()).isBetween(0.6, 0.85);
        assertThat(measures.tail().median()).isGreaterThan(2.5);
        assertThat(measures.recovery()).isNotNull();
        assertThat(measures.recovery().longestNs()).isBetween(10_000.0, 5e6);
        assertThat(measures.scaling()).isEmpty();
        assertThat(measures.unknown())
                .contains("scaling: the time of gather does not follow from the number of ranks alone");
    }

    @Test
    void waitingForASlowRankIsSkewAndNotTheNetwork() {
        StepWork slow = new StepWork(
                List.of(1_000_000L, 1_000_000L, 1_000_000L, 3_000_000L),
                List.of(new CollectiveWork(CollectiveOperation.ALL_REDUCE, 4_000_000, 1, 0)));

        Measures measures = measures(slow);

        CollectiveMeasure ring = measures.collectives().get(0);
        assertThat(ring.skewMeanNs()).isCloseTo(2e6, within(1.0));
        assertThat(ring.timeMeanNs()).isCloseTo(6 * (1e6 + LATENCY_NS), within(20.0));
        // two of its three ms of computing are more than the median rank takes
        CriticalPath path = measures.criticalPath();
        assertThat(path.lateShare() / path.computeShare()).isCloseTo(2.0 / 3, within(1e-9));
    }

    @Test
    void aSlowRankIsLateForCollectivesBesideComputing() {
        StepWork slow = new StepWork(
                List.of(1_000_000L, 1_000_000L, 1_000_000L, 3_000_000L),
                List.of(new CollectiveWork(CollectiveOperation.ALL_REDUCE, 8_000_000, 0.5, 0)));

        // the way leads through half of the slow rank's computing, and then the ring
        CriticalPath path = measures(slow).criticalPath();
        double stepNs = 1.5e6 + 6 * (2e6 + LATENCY_NS);
        assertThat(path.computeShare()).isCloseTo(1.5e6 / stepNs, within(1e-4));
        assertThat(path.lateShare()).isCloseTo(1e6 / stepNs, within(1e-4));
    }

    @Test
    void ranksThatComputeAlikeAreNotLate() {
        Measures measures = measures(step(2_000_000, CollectiveOperation.ALL_REDUCE, 4_000_000, 1));

        assertThat(measures.criticalPath().lateShare()).isZero();
    }

    @Test
    void quantilesOfStepsAreTheNearestRank() {
        double[] timesNs = new double[StepTimes.LEAST_FOR_P95];
        for (int step = 0; step < timesNs.length; step++) {
            timesNs[step] = step + 1;
        }

        assertThat(StepTimes.of(timesNs)).isEqualTo(new StepTimes(20, 10, 19.0));
        assertThat(StepTimes.of(Arrays.copyOf(timesNs, 19))).isEqualTo(new StepTimes(19, 10, null));
    }

    @Test
    void collectivesBesideComputingLeaveTheStepAtOtherSizesOpen() {
        Measures measures = measures(step(8_000_000, CollectiveOperation.ALL_GATHER, 4_000_000, 0));

        assertThat(measures.scaling()).extracting(ScaledJob::stepTimeNs).containsOnlyNulls();
        assertThat(measures.unknown())
                .contains("step time at other sizes: collectives overlap with computing or each other");
    }

    @Test
    void watchingDoesNotDisturbARun() {
        StepWork work = step(1_000, CollectiveOperation.GATHER, 2_000_000, 1);
        int end = graph.step(work, ONE, graph.start(0)).end();
        List<Activity> activities = graph.activities();

        FluidResult watched = Fluid.run(network, activities, List.of(), List.of(), history, new int[0], 1);
        FluidResult unwatched = Fluid.run(network, activities, List.of(), new int[0], 1);

        assertThat(history.size()).isGreaterThan(100);
        assertThat(watched.events()).isEqualTo(unwatched.events());
        assertThat(watched.endNs(end)).isEqualTo(unwatched.endNs(end));
    }

    @Test
    void aHistoryThinsItselfOutWhenItIsFull() {
        PortHistory thin = new PortHistory(network);
        Fluid.run(
                network,
                List.of(new Transfer(0, new int[] {0, 3}, 4_000_000_000L, 0, new int[0])),
                List.of(),
                List.of(),
                thin,
                new int[0],
                1);

        assertThat(thin.sentBytes(thin.size() - 1, 0)).isEqualTo(4e9);
        assertThat(thin.busyness(0, 1_000_000_000, 2_000_000_000)).isCloseTo(1, within(1e-3));
    }

    @Test
    void quantilesAreNearestRanks() {
        double[] samples = {5, 1, 4, 2, 3};

        assertThat(Statistics.quantile(samples, 0.5)).isEqualTo(3);
        assertThat(Statistics.quantile(samples, 0.99)).isEqualTo(5);
        assertThat(Statistics.quantile(samples, 0.2)).isEqualTo(1);
        assertThat(Statistics.variation(new double[] {1, 3})).isCloseTo(Math.sqrt(2) / 2, within(1e-12));
    }
}
