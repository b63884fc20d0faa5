package io.fabrictwin.model.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimelineTest {
    private static final JobId JOB = new JobId("job0");
    private static final PortId PORT = PortId.of("leaf0", "h3");

    private final List<FabricEvent> events = new ArrayList<>();
    private long nextRecord;

    @Test
    void theSameChangeOfManyDevicesAtOneInstantIsOneLine() {
        for (int leaf = 0; leaf < 8; leaf++) {
            events.add(ecn(1_000, "leaf" + leaf, 400_000L));
            events.add(ecn(2_000, "leaf" + leaf, leaf == 5 ? 8_000L : 4_000L));
        }
        assertThat(timeline())
                .containsExactly(
                        new TimelineEntry(
                                1_000, "8 devices: leaf0, leaf1, ...", "ECN profile set", "ecnKminBytes 400000"),
                        new TimelineEntry(
                                2_000,
                                "7 devices: leaf0, leaf1, ...",
                                "ECN profile set",
                                "ecnKminBytes 400000 -> 4000"),
                        new TimelineEntry(2_000, "leaf5", "ECN profile set", "ecnKminBytes 400000 -> 8000"));
    }

    @Test
    void whatChangesNothingIsNotTold() {
        events.add(ecn(1_000, "leaf0", 400_000L));
        events.add(ecn(2_000, "leaf0", 400_000L));
        assertThat(timeline()).extracting(TimelineEntry::timeNs).containsExactly(1_000L);
    }

    @Test
    void aChangeKnowsWhatStoodBeforeTheAskedSpan() {
        events.add(ecn(1_000, "leaf0", 400_000L));
        events.add(ecn(2_000, "leaf0", 4_000L));
        events.add(ecn(3_000, "leaf0", 5_000L));
        assertThat(timeline(2_000, 2_999))
                .containsExactly(new TimelineEntry(2_000, "leaf0", "ECN profile set", "ecnKminBytes 400000 -> 4000"));
    }

    @Test
    void devicesLinksAndRanksAreNamedAndTheirMovesTold() {
        LinkId link = new LinkId(PORT, PortId.of("h3", "leaf0"));
        events.add(new DeviceDiscovered(
                meta(0), new DeviceId("leaf0"), DeviceKind.SWITCH, "switch", null, "10.0.0.1", 7L, null));
        events.add(new LinkDiscovered(meta(0), link, 100_000_000_000L, 1_000L, null));
        events.add(new JobStarted(meta(5), JOB, 2, null));
        events.add(placed(5, 0, "h3"));
        events.add(placed(5, 1, "h4"));
        events.add(placed(8, 1, "h5"));
        events.add(new LinkWentDown(meta(9), link));
        assertThat(timeline())
                .containsExactly(
                        new TimelineEntry(0, "leaf0", "device discovered", ""),
                        new TimelineEntry(0, "h3:leaf0 - leaf0:h3", "link discovered", ""),
                        new TimelineEntry(5, "job0", "job started", "rankCount 2"),
                        new TimelineEntry(5, "job0 rank 0, job0 rank 1", "rank placed", ""),
                        new TimelineEntry(8, "job0 rank 1", "rank placed", "host h4 -> h5"),
                        new TimelineEntry(9, "h3:leaf0 - leaf0:h3", "link went down", ""));
    }

    @Test
    void everyFailureIsToldEvenInTheSameWords() {
        for (long timeNs : List.of(3L, 4L)) {
            events.add(new CommunicationFailed(
                    meta(timeNs),
                    JOB,
                    new DeviceId("h3"),
                    null,
                    "completion-error",
                    12,
                    null,
                    "retry exceeded",
                    null,
                    null,
                    null));
        }
        assertThat(timeline())
                .extracting(TimelineEntry::timeNs, TimelineEntry::entity)
                .containsExactly(tuple(3L, "job0@h3"), tuple(4L, "job0@h3"));
    }

    @Test
    void stepsThatTakeAboutAsLongAreOneLineWithTheRatioToThoseBefore() {
        steps(4_700_000, 4_750_000, 4_650_000, 4_700_000, 8_300_000, 8_500_000, 8_400_000, 4_700_000, 4_700_000);
        assertThat(timeline())
                .containsExactly(
                        new TimelineEntry(0, "job0", "steps ran", "steps 0..3: 4.70 ms"),
                        new TimelineEntry(
                                18_800_000, "job0", "steps stretched", "steps 4..6: 8.40 ms, 1.79x of before"),
                        new TimelineEntry(
                                44_000_000, "job0", "steps shortened", "steps 7..8: 4.70 ms, 0.56x of before"));
    }

    @Test
    void aSingleSlowStepIsNoNewSectionButTheLastStepIs() {
        steps(1_000_000, 1_000_000, 2_000_000, 1_000_000, 2_000_000);
        assertThat(timeline())
                .extracting(TimelineEntry::detail)
                .containsExactly("steps 0..3: 1.25 ms", "step 4: 2.00 ms, 2.00x of before");
    }

    @Test
    void stepsBeforeTheAskedSpanOnlyServeAsMeasure() {
        steps(1_000_000, 1_000_000, 3_000_000, 3_000_000);
        assertThat(timeline(2_000_001, Long.MAX_VALUE))
                .containsExactly(new TimelineEntry(
                        2_000_001, "job0", "steps stretched", "steps 2..3: 3.00 ms, 3.00x of before"));
    }

    @Test
    void aPortIsHeldWhileItsShareOfPausedTimeIsHigh() {
        // Intervals of 1 ms: calm, held, held, a calm gap, held, then calm for good.
        paused("h3", 0, 0, 600_000, 1_200_000, 1_200_000, 1_800_000, 1_800_000, 1_800_000, 1_800_000, 1_800_000);
        assertThat(timeline())
                .containsExactly(
                        new TimelineEntry(1_000_000, "leaf0:h3", "held by pauses", "45 % of the time, for 4.00 ms"));
    }

    @Test
    void portsHeldFromOneInstantOnAreOneLine() {
        paused("h3", 0, 900_000, 1_800_000);
        paused("spine0", 0, 300_000, 600_000, 900_000);
        paused("spine1", 0, 0, 0, 0);
        assertThat(timeline())
                .containsExactly(new TimelineEntry(
                        0, "leaf0:h3, leaf0:spine0", "held by pauses", "30 to 90 % of the time, for 3.00 ms"));
    }

    @Test
    void aPortThatIsHeldAgainAndAgainIsOneLine() {
        paused("h3", 0, 400_000, 400_000, 400_000, 400_000, 400_000, 400_000, 1_000_000, 1_000_000);
        assertThat(timeline())
                .containsExactly(new TimelineEntry(
                        0, "leaf0:h3", "held by pauses", "40 to 60 % of the time, 2 times within 7.00 ms"));
    }

    @Test
    void aCounterThatWasResetTellsNothing() {
        paused("h3", 5_000_000, 0, 0);
        assertThat(timeline()).isEmpty();
    }

    @Test
    void isTheSameWhateverTheOrderAndDuplicates() {
        theSameChangeOfManyDevicesAtOneInstantIsOneLine();
        steps(1_000_000, 1_000_000, 3_000_000, 3_000_000);
        paused("h3", 0, 900_000, 1_800_000);
        List<TimelineEntry> expected = timeline();
        events.addAll(List.copyOf(events));
        Collections.shuffle(events, new Random(3));
        assertThat(timeline()).isEqualTo(expected);
    }

    private List<TimelineEntry> timeline() {
        return timeline(0, Long.MAX_VALUE);
    }

    private List<TimelineEntry> timeline(long fromNs, long toNs) {
        Map<EntityKey, EntityState> history = new HashMap<>();
        Fold.applyAll(history, events);
        SortedMap<String, PausedTime> fromEvents = new TreeMap<>();
        for (FabricEvent event : events) {
            if (event instanceof PortCountersObserved counters) {
                fromEvents
                        .computeIfAbsent(
                                PausedTime.nameOf(counters.port(), counters.priority()), port -> new PausedTime())
                        .add(counters);
            }
        }
        SortedMap<String, PausedTime> fromHistory = new TreeMap<>();
        history.forEach((key, state) -> {
            if (key.kind() == EntityKind.PORT_SAMPLE) {
                fromHistory
                        .computeIfAbsent(PausedTime.portOf(key), port -> new PausedTime())
                        .add(state);
            }
        });
        fromHistory.replaceAll((port, paused) -> PausedTime.fromBytes(paused.toBytes()));
        List<FabricEvent> told = events.stream().filter(Timeline::tellsOf).toList();
        List<TimelineEntry> entries = Timeline.of(told, history, fromEvents, fromNs, toNs);
        assertThat(Timeline.of(told, history, fromHistory, fromNs, toNs)).isEqualTo(entries);
        return entries;
    }

    private EcnProfileSet ecn(long timeNs, String device, long kminBytes) {
        return new EcnProfileSet(meta(timeNs), new DeviceId(device), null, null, null, null, kminBytes, null, null);
    }

    private RankPlaced placed(long timeNs, int rank, String host) {
        return new RankPlaced(meta(timeNs), JOB, rank, new DeviceId(host), null, null, null);
    }

    private void steps(long... timesNs) {
        long startNs = 0;
        for (int step = 0; step < timesNs.length; step++) {
            long endNs = startNs + timesNs[step];
            events.add(new StepCompleted(meta(endNs), JOB, step, startNs, null, endNs));
            startNs = endNs;
        }
    }

    /** Samples of the paused time, one each millisecond. */
    private void paused(String port, long... pausedNs) {
        for (int sample = 0; sample < pausedNs.length; sample++) {
            events.add(new PortCountersObserved(
                    meta(sample * 1_000_000L),
                    PortId.of("leaf0", port),
                    null,
                    new TreeMap<>(Map.of(CounterName.PFC_RX_PAUSED_NS, pausedNs[sample]))));
        }
    }

    private EventMeta meta(long timeNs) {
        return new EventMeta(
                new FabricId("fabric"), new SourceId("events", "test"), nextRecord++, 0, timeNs, timeNs, Clock.SOURCE);
    }
}
