package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.event.AlgorithmChosen;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Changes of multipath, transport, placement and library on the miniature fabric: a ring of four hosts at 100 Gbit/s, 1 ms of
 * computing and 0.51 ms of all-reduce.
 */
class WorkChangesTest {
    /** Every edge of the ring crosses the spines, two of them from each leaf. */
    private static final String CROSSING = "hosts@job0=h0,h2,h1,h3";

    private final MiniatureFabric healthy = MiniatureFabric.healthy();

    private JobForecast forecast(String... changes) {
        return healthy.forecast(changes(changes));
    }

    private static Change[] changes(String... texts) {
        return Arrays.stream(texts)
                .map(text -> Change.parse(text.substring(0, text.indexOf('=')), text.substring(text.indexOf('=') + 1)))
                .toArray(Change[]::new);
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> forecast(text))
                .isInstanceOf(ScenarioRefusedException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void twoConnectionsThatTheHashPutsOnOneUplinkTakeTwiceAsLongAndSprayingPartsThem() {
        // all connections have one source port: a hash of nothing else gives them one spine
        JobForecast collided = forecast(CROSSING, "ecmp-fields=source-port");
        JobForecast sprayed = forecast(CROSSING, "multipath=spray");

        assertThat(collided.ratio().likely()).isGreaterThan((1 + 1.8 * 0.51) / 1.51);
        assertThat(sprayed.ratio().likely()).isCloseTo(1, within(0.03));
        assertThat(sprayed.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("go-back-N will collapse"))
                .noneSatisfy(reason -> assertThat(reason).contains("drawn"));
    }

    @Test
    void aReceiverThatPutsPacketsInOrderGetsNoWarning() {
        assertThat(forecast(CROSSING, "multipath=spray", "transport@all=spectrum-x")
                        .reasons())
                .noneSatisfy(reason -> assertThat(reason).contains("go-back-N"));
    }

    @Test
    void adaptiveRoutingSendsLittleOverASlowLinkAndSprayingHalf() {
        String slow = "link-rate@leaf0:spine0=10Gbit/s";
        String slowToo = "link-rate@leaf1:spine0=10Gbit/s";

        // half of each message over a slow link, which two connections share: ten times as long
        assertThat(forecast(CROSSING, slow, slowToo, "multipath=spray").ratio().likely())
                .isCloseTo((1 + 5.1) / 1.51, within(0.4));
        // 110 Gbit/s for two connections of 100
        assertThat(forecast(CROSSING, slow, slowToo, "multipath=adaptive")
                        .ratio()
                        .likely())
                .isCloseTo((1 + 0.51 * 200 / 110) / 1.51, within(0.05));
        // a leaf does not see what lies behind the spine
        assertThat(forecast(CROSSING, slow, "multipath=adaptive").ratio().likely())
                .isGreaterThan(2.5);
    }

    @Test
    void belowOneLeafThereIsNothingToSpread() {
        JobForecast job = healthy.forecast(changes("multipath@spine0=spray"));

        assertThat(job.ratio().likely()).isEqualTo(1);
        assertThat(job.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
        assertThat(job.reasons())
                .contains(
                        "no connection has more than one way to go on at spine0: there is one path, and how traffic is"
                                + " spread cannot matter");
    }

    @Test
    void aSwitchThatIsSetBackIsAsItWas() {
        assertThat(forecast("multipath@leaf0=spray", "multipath@leaf0=ecmp").ratio())
                .isEqualTo(new Ratio(1, 1, 1));
        assertThat(forecast("ecmp-seed@leaf0=4").ratio()).isEqualTo(new Ratio(1, 1, 1));
    }

    @Test
    void anotherSeedGivesPathsThatAreComputedNotDrawn() {
        JobForecast job = forecast("ecmp-seed@leaf0=99");

        assertThat(job.reasons()).noneSatisfy(reason -> assertThat(reason).contains("drawn"));
        // one connection a leaf crosses: whichever spine it takes, nobody is in its way
        assertThat(job.ratio().likely()).isCloseTo(1, within(0.001));
    }

    @Test
    void connectionsMoveBetweenStepsWhereRanksComputeForLongerThanTheGap() {
        assertThat(forecast(CROSSING, "multipath=flowlet 500us").reasons())
                .anySatisfy(reason -> assertThat(reason).contains("paths are drawn"));
        assertThat(forecast("multipath=flowlet 10ms").ratio().likely()).isEqualTo(1);
        assertThat(forecast("multipath=flowlet 10ms").reasons())
                .anySatisfy(reason -> assertThat(reason).startsWith("RDMA at line rate leaves no gap"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"roce-pfc-only", "ib-credit", "spectrum-x", "uec", "efa", "erdma", "iwarp", "tcp", "ideal"})
    void withoutCongestionEveryTransportTakesNearlyTheSameTime(String kind) {
        JobForecast job = forecast("transport@all=" + kind);

        assertThat(job.ratio().likely()).isCloseTo(1, within(0.05));
        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).startsWith(kind));
    }

    @Test
    void aTransportThatSpraysPartsWhatTheHashPutsTogether() {
        assertThat(forecast(CROSSING, "ecmp-fields=source-port", "transport=uec")
                        .ratio()
                        .likely())
                .isCloseTo(1, within(0.03));
        assertThat(forecast(CROSSING, "ecmp-fields=source-port", "transport=ideal")
                        .ratio()
                        .likely())
                .isCloseTo(2.02 / 1.51, within(0.05));
    }

    @Test
    void aStormTakesItsShareOfSteadyTransportsToo() {
        JobForecast job = MiniatureFabric.withStorm().forecast(changes("transport@all=ideal"));

        // 40 % of the rate at one host: 0.51 / 0.4 ms of ring, as in the recording with its 0.6 of pauses
        assertThat(job.ratio().likely()).isCloseTo(1, within(0.08));
    }

    @Test
    void withoutGpuDirectHalfOfPcieIsLeft() {
        JobForecast job = forecast("gpudirect@h1=off");

        // 96 Gbit/s of sixteen lanes, twice the way: 48 of 100
        assertThat(job.ratio().likely()).isCloseTo((1 + 0.51 / 0.48) / 1.51, within(0.05));
        assertThat(job.reasons()).contains("between GPU and NIC of h1 pass 48 Gbit/s, less than the 100 of its link");
        assertThat(forecast("nic-distance@h1=sys").ratio().likely())
                .isEqualTo(job.ratio().likely());
        assertThat(forecast("nic-distance@h1=pxb").ratio().likely()).isEqualTo(1);
    }

    @Test
    void hostsInAnotherOrderOfRankAreThoseOfTheirPlacement() {
        assertThat(forecast("rank-order@job0=0,2,1,3").ratio())
                .isEqualTo(forecast(CROSSING).ratio());
        assertThat(forecast(CROSSING, "rank-order@job0=by-leaf").ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertThat(forecast("rank-order@job0=reverse", "rank-order@job0=3,2,1,0")
                        .ratio())
                .isEqualTo(new Ratio(1, 1, 1));
        assertRefused("rank-order@job0=0,1", "job 'job0' has 4 ranks, but 2 are given");
        assertThatThrownBy(() -> changes("rank-order@job0=0,0,1,2"))
                .hasMessageContaining("does not name each rank from 0 to 3 once");
    }

    @Test
    void aCopyOfAJobLoadsTheOthers() {
        Forecast forecast = healthy.whole(changes("copy@job0=hosts h1,h0,h3,h2; name twin"));

        assertThat(forecast.jobs())
                .extracting(JobForecast::job)
                .containsExactly(MiniatureFabric.JOB, new JobId("twin"));
        assertThat(forecast.jobs().get(0).ratio().likely()).isGreaterThan(1.05);
        assertThat(forecast.jobs().get(1).reasons().get(0)).startsWith("the job arrives with the change");
        assertRefused("copy@job0=hosts h0,h1", "job 'job0' has 4 ranks, but 2 hosts are given");
        assertRefused("copy@job0=hosts h0,h1,h2,h3; name job0", "job 'job0' runs already");
    }

    @Test
    void aRankMayUseAnotherNic() {
        assertThat(forecast("nic@job0/0=h0").ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertRefused("nic@job0/0=h1", "another rank of job0 uses h1 already");
        assertRefused("nic@job0/0=mlx5_0", "no host 'mlx5_0' in the frame; there are: h0, h1, h2, h3");
    }

    @Test
    void treesHaveFewerRoundsAndABusierHost() {
        JobForecast job = forecast("nccl-algorithm@job0=tree");

        assertThat(job.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith(
                                "job0: all-reduce of 4.00 MB as Tree Simple with 1 channel in place of Ring Simple with 1"
                                        + " channel: 4 rounds against 6"))
                .anySatisfy(reason -> assertThat(reason).contains("is assumed; no event tells"));
        // the busiest of four hosts has more edges than two halves of trees carry: not faster than the ring at this
        // size
        assertThat(job.ratio().likely()).isBetween(1.0, 1.5);
    }

    @Test
    void switchesThatReduceNearlyHalveTheBytes() {
        JobForecast job = forecast("sharp@job0=assumed");

        // 4 MB at 95 % of the line, 0.34 ms, and some us up and down, in place of 0.51
        assertThat(job.ratio().likely()).isCloseTo((1 + 0.36) / 1.51, within(0.02));
        assertThat(job.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(forecast("sharp@job0=assumed", "sharp@job0=off").ratio()).isEqualTo(new Ratio(1, 1, 1));
    }

    @Test
    void switchesThatAreNotToldToReduceAreNamed() {
        assertRefused("sharp@job0=on", "no tree of switches that reduce joins the hosts of job0; no switch is told to");
        assertRefused("nccl-algorithm@job0=nvls", "no tree of switches that reduce joins the hosts of job0");
        assertThat(forecast("sharp@job0=assumed", "links@spine0=down", "links@spine1=down")
                        .reasons()
                        .get(0))
                .startsWith("no tree of switches that reduce joins the hosts of job0");
    }

    @Test
    void theProtocolAddsItsFlagsToTheBytes() {
        assertThat(forecast("nccl-protocol@job0=ll").ratio().likely()).isCloseTo((1 + 1.02) / 1.51, within(0.03));
        assertThat(forecast("nccl-protocol@job0/all-reduce=ll128").ratio().likely())
                .isCloseTo((1 + 0.51 * 16 / 15) / 1.51, within(0.01));
        assertThat(forecast("nccl-protocol@job0=simple").ratio()).isEqualTo(new Ratio(1, 1, 1));
    }

    @Test
    void whatTheRecordingTakesBeyondTheNetworkIsPutDownToHops() {
        // six rounds of 14 us beyond what the base run takes
        JobForecast job = MiniatureFabric.recorded(520_000 + 6 * 14_000).forecast(changes("nccl-protocol@job0=ll"));

        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).contains("leave room for"));
    }

    @Test
    void channelsHaveConnectionsOfTheirOwn() {
        assertThat(forecast("nccl-channels@job0=4").reasons())
                .anySatisfy(reason -> assertThat(reason).contains("paths are drawn"));
        assertRefused("nccl-max-channels@job0=4", "no event tells how many channels job0 has");
        assertThat(forecast("nccl-channels@job0=4", "nccl-max-channels@job0=1", "nccl-min-channels@job0=1")
                        .ratio()
                        .likely())
                .isCloseTo(1, within(0.001));
    }

    @Test
    void whatAnAlgorithmDoesNotRunIsRefusedWithWhatItDoes() {
        assertRefused(
                "nccl-algorithm@job0=pat",
                "pat runs none of the collectives asked about (all-reduce): it runs all-gather, reduce-scatter");
        assertRefused("nccl-algorithm@job0/gather=ring", "job 'job0' has no 'gather'; there are: all-reduce");
        assertRefused("transport@job7=tcp", "no job 'job7' in the frame; there are: job0");
        assertThatThrownBy(() -> changes("nccl-algorithm@job0=star"))
                .hasMessage("'star' in 'nccl-algorithm@job0' is no algorithm; there are: tree, ring, collnet-direct,"
                        + " collnet-chain, nvls, nvls-tree, pat");
        assertThatThrownBy(() -> changes("multipath=flowlet")).hasMessageContaining("as in 'flowlet 500us'");
        assertThatThrownBy(() -> changes("nccl-channels@job0=65")).hasMessageContaining("is above 64");
    }

    @Test
    void whatTheLibrarySaidItChoseIsWhereTheForkStartsFrom() {
        MiniatureFabric told = healthy.with(meta -> new AlgorithmChosen(
                meta,
                MiniatureFabric.JOB,
                null,
                null,
                CollectiveOperation.ALL_REDUCE,
                4_194_304,
                "Tree",
                "Simple",
                2,
                null));

        assertThat(told.forecast(changes("nccl-algorithm@job0=tree")).ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertThat(told.forecast(changes("nccl-max-channels@job0=2")).ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertThat(told.forecast(changes("nccl-algorithm@job0=ring")).reasons())
                .anySatisfy(
                        reason -> assertThat(reason).contains("as Ring Simple with 2 channels in place of Tree Simple"))
                .noneSatisfy(reason -> assertThat(reason).contains("today is assumed"));
    }

    @Test
    void switchesAreKnownToReduceByTheirModel() {
        for (String name : List.of("leaf0", "leaf1", "spine1")) {
            healthy.with(meta -> new DeviceDiscovered(
                    meta, new DeviceId(name), DeviceKind.SWITCH, null, "Quantum-2 QM9700", null, null, null));
        }

        assertThat(forecast("sharp@job0=on").ratio())
                .isEqualTo(forecast("nccl-algorithm@job0=collnet-direct").ratio());
        assertThat(forecast("sharp@job0=on").verdict()).isEqualTo(Verdict.FASTER);
    }
}
