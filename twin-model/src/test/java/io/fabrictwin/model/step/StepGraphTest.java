package io.fabrictwin.model.step;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepGraphTest {
    /** Two hosts on a switch: port 0 leads from host 0 to the switch, 3 on to host 1; 2 and 1 lead back. */
    private static final Network PAIR = Network.builder(new Transport(
                    TransportKind.ROCE_DCQCN,
                    1_000,
                    1_000,
                    0,
                    new EcnProfile(false, 0, 0, 0),
                    new PfcProfile(false, 0.125, 0, 0, null),
                    new DcqcnProfile(0.004, 1_000, 4_000, 300_000, 2e7, 2e8, 1e9, 1)))
            .host("h0")
            .host("h1")
            .switchNode("s", 1 << 20)
            .link("h0", "s", 8e9, 100, null, null, null)
            .link("h1", "s", 8e9, 100, null, null, null)
            .build();

    private static final QueuePairs ONE = (stream, source, destination) ->
            List.of(new QueuePairs.Way(source == 0 ? new int[] {0, 3} : new int[] {2, 1}, null));

    private static FluidResult run(StepGraph graph) {
        return Fluid.run(PAIR, graph.activities(), List.of(), new int[0], 1);
    }

    @Test
    void aStepWithoutCollectivesLastsAsLongAsItsSlowestRank() {
        StepGraph graph = new StepGraph();
        int start = graph.start(500);
        int first = graph.step(new StepWork(List.of(1_000L, 3_000L), List.of()), StepProgress.NONE, ONE, start);
        int second = graph.step(new StepWork(List.of(2_000L, 1_000L), List.of()), StepProgress.NONE, ONE, first);
        FluidResult result = run(graph);

        assertThat(result.endNs(start)).isEqualTo(500);
        assertThat(result.endNs(first)).isEqualTo(3_500);
        assertThat(result.endNs(second)).isEqualTo(5_500);
    }

    @Test
    void aCollectiveStartsAtItsLaunchFractionAndTheBarrierWaitsForIt() {
        // 1 MB at 1 byte/ns takes 1 ms; it starts after half of the computing and ends after it
        StepWork work = new StepWork(
                List.of(1_000_000L, 600_000L),
                List.of(new CollectiveWork(CollectiveOperation.GATHER, 1_000_000, 0.5, 0)));
        StepGraph graph = new StepGraph();
        int end = graph.step(work, StepProgress.NONE, ONE, graph.start(0));

        // rank 1 sends to rank 0 from 0.3 ms on
        assertThat((double) run(graph).endNs(end)).isBetween(1_300_000.0, 1_305_000.0);
    }

    @Test
    void collectivesOfOneStreamFollowEachOtherAndStreamsRunBesideEachOther() {
        CollectiveWork there = new CollectiveWork(CollectiveOperation.SEND, 1_000_000, 0, 0);
        CollectiveWork back = new CollectiveWork(CollectiveOperation.GATHER, 1_000_000, 0, 0);
        CollectiveWork backBeside = new CollectiveWork(CollectiveOperation.GATHER, 1_000_000, 0, 1);
        StepGraph graph = new StepGraph();
        int start = graph.start(0);
        int oneStream = graph.step(new StepWork(List.of(0L, 0L), List.of(there, back)), StepProgress.NONE, ONE, start);
        int twoStreams = graph.step(
                new StepWork(List.of(0L, 0L), List.of(there, backBeside)), StepProgress.NONE, ONE, oneStream);
        FluidResult result = run(graph);

        assertThat((double) result.endNs(oneStream)).isBetween(2_000_000.0, 2_010_000.0);
        assertThat((double) result.endNs(twoStreams) - result.endNs(oneStream)).isBetween(1_000_000.0, 1_005_000.0);
    }

    @Test
    void aMessageIsSplitOverAllQueuePairsToTheByte() {
        QueuePairs three =
                (stream, source, destination) -> Collections.nCopies(3, new QueuePairs.Way(new int[] {0, 3}, null));
        StepGraph graph = new StepGraph();
        graph.step(
                new StepWork(List.of(0L, 0L), List.of(new CollectiveWork(CollectiveOperation.SEND, 1_000_001, 1, 0))),
                StepProgress.NONE,
                three,
                graph.start(0));

        assertThat(graph.activities().stream()
                        .filter(Transfer.class::isInstance)
                        .map(activity -> ((Transfer) activity).bytes()))
                .containsExactly(333_334L, 333_334L, 333_333L);
    }

    @Test
    void messagesAndTheirAcknowledgementsTakeTheWaysOfTheQueuePairs() {
        int[] back = {2, 1};
        QueuePairs pairs = (stream, source, destination) ->
                List.of(new QueuePairs.Way(new int[] {0, 3}, back), new QueuePairs.Way(new int[] {0, 3}, null));
        StepGraph graph = new StepGraph();
        graph.step(
                new StepWork(List.of(0L, 0L), List.of(new CollectiveWork(CollectiveOperation.SEND, 1_000, 1, 0))),
                StepProgress.NONE,
                pairs,
                graph.start(0));

        assertThat(graph.activities().stream()
                        .filter(Transfer.class::isInstance)
                        .map(activity -> ((Transfer) activity).ackPorts()))
                .containsExactly(back, null);
    }

    @Test
    void aStepThatIsUnderWayHasOnlyItsRestToDo() {
        // all-reduce of 2 ranks: 2 rounds of 0.5 MB; three quarters are done: half of the last round is left
        StepWork work = new StepWork(
                List.of(100_000L, 100_000L),
                List.of(new CollectiveWork(CollectiveOperation.ALL_REDUCE, 1_000_000, 1, 0)));
        StepGraph graph = new StepGraph();
        int end = graph.step(work, new StepProgress(850_000, List.of(0.75)), ONE, graph.start(0));
        StepGraph computing = new StepGraph();
        int computed = computing.step(
                new StepWork(work.computeNs(), List.of()),
                new StepProgress(40_000, List.of()),
                ONE,
                computing.start(0));

        assertThat((double) run(graph).endNs(end)).isBetween(250_000.0, 253_000.0);
        assertThat(run(computing).endNs(computed)).isEqualTo(60_000);
    }
}
