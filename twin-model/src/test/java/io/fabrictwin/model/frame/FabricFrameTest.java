package io.fabrictwin.model.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FabricFrameTest {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final DeviceId LEAF = new DeviceId("leaf0");
    private static final PortId TO_HOST = PortId.of("leaf0", "h3");
    private static final PortId TO_SPINE = PortId.of("leaf0", "spine1");
    private static final LinkId UPLINK = new LinkId(TO_SPINE, PortId.of("spine1", "leaf0"));

    @Test
    void aSettingComesFromTheNarrowestScopeThatHasIt() {
        FabricFrame frame = frame(
                new EcnProfileSet(at(1), LEAF, null, null, null, true, 400_000L, 1_600_000L, 0.2),
                new EcnProfileSet(at(2), LEAF, TO_SPINE, null, null, null, 1_600_000L, 6_400_000L, null),
                new EcnProfileSet(at(3), LEAF, TO_SPINE, 3, null, false, null, null, null));
        assertThat(frame.ecn(TO_HOST, null)).isEqualTo(new EcnSettings(true, 400_000L, 1_600_000L, 0.2));
        assertThat(frame.ecn(TO_SPINE, null)).isEqualTo(new EcnSettings(true, 1_600_000L, 6_400_000L, 0.2));
        assertThat(frame.ecn(TO_SPINE, 3)).isEqualTo(new EcnSettings(false, 1_600_000L, 6_400_000L, 0.2));
    }

    @Test
    void anUnknownSettingIsNullAndNotZero() {
        assertThat(frame().ecn(TO_HOST, null)).isEqualTo(new EcnSettings(null, null, null, null));
        assertThat(frame().activity(TO_HOST)).isEmpty();
        assertThat(frame().eventTimeReachNs()).isEmpty();
    }

    @Test
    void aSweepTakesAwayWhatItsFormatDidNotSeeAgain() {
        DeviceId spine = new DeviceId("spine1");
        FabricEvent gone = discovered(meta("scan", 1), spine);
        FabricEvent stays = discovered(meta("scan", 5), LEAF);
        FabricEvent sweep = new Swept(meta("scan", 5), null, new TreeSet<>(List.of("leaf0")));
        FabricEvent otherFormat = discovered(meta("plan", 1), new DeviceId("h3"));
        assertThat(frame(gone, stays, otherFormat).devices())
                .extracting(device -> device.id().value())
                .containsExactly("h3", "leaf0", "spine1");
        assertThat(frame(sweep, gone, stays, otherFormat).devices())
                .extracting(device -> device.id().value())
                .containsExactly("h3", "leaf0");
        assertThat(frame(sweep, gone, stays, discovered(meta("scan", 9), spine)).device(spine))
                .isPresent();
    }

    @Test
    void aPlannedLinkDoesNotHideWhatWasObserved() {
        FabricFrame frame = frame(
                new LinkDiscovered(at(1), UPLINK, 100_000_000_000L, 1_000L, null),
                new LinkPlanned(at(2), UPLINK, 400_000_000_000L),
                new LinkWentDown(at(3), UPLINK));
        assertThat(frame.links()).containsExactly(new Link(UPLINK, true, false, 100_000_000_000L, 1_000L));
        assertThat(frame(new LinkPlanned(at(2), UPLINK, 400_000_000_000L)).links())
                .containsExactly(new Link(UPLINK, false, null, 400_000_000_000L, null));
    }

    @Test
    void aPlannedLinkThatWentDownWasSeen() {
        FabricFrame frame = frame(new LinkPlanned(at(1), UPLINK, 400_000_000_000L), new LinkWentDown(at(2), UPLINK));
        assertThat(frame.links()).containsExactly(new Link(UPLINK, true, false, 400_000_000_000L, null));
    }

    @Test
    void activityIsTheDifferenceOfTheTwoNewestSamples() {
        // 12,500,000 B in 1 ms are 100 Gbit/s; paused for 0.25 ms of it.
        FabricFrame frame = frame(
                counters(at(1_000_000), 7, 100),
                counters(at(2_000_000), 1_000, 1_000_000),
                counters(at(3_000_000), 12_501_000, 1_250_000));
        PortActivity activity = frame.activity(TO_HOST).orElseThrow();
        assertThat(activity.intervalNs()).isEqualTo(1_000_000);
        assertThat(activity.txBitsPerSecond()).hasValue(100e9);
        assertThat(activity.pausedShare()).hasValue(0.25);
        assertThat(activity.perSecond(CounterName.CNP_RX)).isEmpty();
    }

    @Test
    void aCounterThatDecreasedWasResetAndIsUnknown() {
        FabricFrame frame = frame(counters(at(1_000_000), 5_000, 1_000), counters(at(2_000_000), 10, 2_000));
        PortActivity activity = frame.activity(TO_HOST).orElseThrow();
        assertThat(activity.txBitsPerSecond()).isEmpty();
        assertThat(activity.pausedShare()).hasValue(0.001);
    }

    private static FabricEvent discovered(EventMeta meta, DeviceId device) {
        return new DeviceDiscovered(meta, device, DeviceKind.SWITCH, null, null, null, null, null);
    }

    private static FabricEvent counters(EventMeta meta, long txBytes, long pausedNs) {
        SortedMap<String, Long> counters = new TreeMap<>();
        counters.put(CounterName.TX_BYTES, txBytes);
        counters.put(CounterName.PFC_RX_PAUSED_NS, pausedNs);
        return new PortCountersObserved(meta, TO_HOST, null, counters);
    }

    private static EventMeta at(long eventTimeNs) {
        return meta("events", eventTimeNs);
    }

    private static EventMeta meta(String format, long eventTimeNs) {
        return new EventMeta(FABRIC, new SourceId(format, "test"), eventTimeNs, 0, eventTimeNs, 0, Clock.SOURCE);
    }

    private static FabricFrame frame(FabricEvent... events) {
        Map<EntityKey, EntityState> states = new TreeMap<>();
        Fold.applyAll(states, List.of(events));
        return FabricFrame.of(FABRIC, states, Positions.NONE);
    }
}
