package io.fabrictwin.streams.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.CounterSample;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.store.Window;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every view promises, whatever holds the state. */
abstract class TwinViewContract {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final JobId JOB = new JobId("job");
    private static final long HOUR_NS = 3_600_000_000_000L;

    /** A view that has taken in these events, in this order. */
    abstract TwinView after(List<FabricEvent> events);

    @Test
    void nothingIsAnEmptyFrame() {
        TwinCut cut = after(List.of()).cut();
        assertThat(cut.fabrics()).isEmpty();
        assertThat(cut.positions()).isEqualTo(Positions.NONE);
        assertThat(cut.frame(FABRIC).states()).isEmpty();
        assertThat(cut.frame(FABRIC).digest())
                .isEqualTo(FabricFrame.of(FABRIC, Map.of(), Positions.NONE).digest());
    }

    @Test
    void framesAreThoseOfThePlainFoldWhateverTheOrderAndDuplicates() {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            List<FabricEvent> events = new EventGenerator(random).events(300);
            List<FabricEvent> arrival = new ArrayList<>(events);
            arrival.addAll(events.subList(0, 100));
            Collections.shuffle(arrival, random);

            Map<EntityKey, EntityState> plain = new HashMap<>();
            Fold.applyAll(plain, events);
            TwinCut cut = after(arrival).cut();

            assertThat(cut.fabrics()).as("seed %d", seed).containsExactlyElementsOf(FabricFrame.fabrics(plain));
            for (FabricId fabric : cut.fabrics()) {
                assertThat(cut.frame(fabric).digest())
                        .as("seed %d, %s", seed, fabric)
                        .isEqualTo(FabricFrame.of(fabric, plain, Positions.NONE).digest());
            }
        }
    }

    @Test
    void theSameCutAsLongAsNothingIsFolded() {
        TwinView view = after(List.of(step(1, 10)));
        assertThat(view.cut()).isSameAs(view.cut());
        assertThat(view.cut().positions().nextOffsets().values()).containsExactly(1L);
    }

    @Test
    void stepsAreTheNewestWhateverTheOrderAndBounded() {
        List<FabricEvent> events = new ArrayList<>();
        int count = Window.STEPS.size() + 40;
        for (int number = 0; number < count; number++) {
            events.add(step(number, 100 + number));
        }
        Collections.shuffle(events, new Random(7));
        List<Step> steps = after(events).cut().steps(FABRIC, JOB);
        assertThat(steps).hasSize(Window.STEPS.size());
        assertThat(steps.get(0).number()).isEqualTo(40);
        assertThat(steps.get(steps.size() - 1))
                .isEqualTo(new Step(count - 1, 1_000L * (count - 1), null, 1_000L * (count - 1) + 100 + count - 1));
        assertThat(steps).isSorted();
    }

    @Test
    void windowsAreBoundedAndNeverInTheDigest() {
        List<FabricEvent> few = new ArrayList<>();
        for (int sample = 0; sample < Window.PORT_SAMPLES.size() + 3; sample++) {
            few.add(counters(sample));
        }
        TwinCut cut = after(few).cut();
        List<CounterSample> samples = cut.windows(FABRIC).counters().get(PortId.of("leaf1", "Ethernet0"));
        assertThat(samples).hasSize(Window.PORT_SAMPLES.size());
        assertThat(samples.get(0)).isEqualTo(new CounterSample(1_003_000_000L, new TreeMap<>(Map.of("txBytes", 300L))));
        assertThat(cut.windows(new FabricId("other"))).isEqualTo(Windows.EMPTY);

        Map<EntityKey, EntityState> state = new HashMap<>();
        Fold.applyAll(state, few);
        state.keySet().removeIf(key -> key.kind().tier() == EntityKind.Tier.HISTORY);
        assertThat(cut.frame(FABRIC).digest())
                .isEqualTo(FabricFrame.of(FABRIC, state, Positions.NONE).digest());
    }

    /** The view has forgotten most of what ranks did, and a replay has not. */
    @Test
    void clocksAreThoseOfAllThatWasToldWhateverTheOrderAndLoss() {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            List<FabricEvent> events = new ArrayList<>();
            for (int rank = 0; rank < 4; rank++) {
                DeviceId host = new DeviceId("host" + rank);
                events.add(new RankPlaced(meta(rank, HOUR_NS), JOB, rank, host, null, null, null));
            }
            long[] aheadNs = {0, 3_000_000, -2_000_000, 40_000};
            for (int step = 0; step < 700; step++) {
                for (int rank = 0; rank < 4; rank++) {
                    if (random.nextInt(6) > 0) {
                        long startNs = HOUR_NS + 1_000_000_000L * step + aheadNs[rank] + random.nextInt(500_000);
                        events.add(ran(step, rank, startNs, startNs + 600_000));
                    }
                }
            }
            Map<EntityKey, EntityState> plain = new HashMap<>();
            Fold.applyAll(plain, events);
            Clocks all = Clocks.of(
                    FabricFrame.of(FABRIC, plain, Positions.NONE),
                    History.of(FABRIC, plain).jobs());
            Collections.shuffle(events, random);
            TwinCut cut = after(events).cut();
            assertThat(cut.clocks(FABRIC)).as("seed %d", seed).isEqualTo(all);
            assertThat(all.unknown()).isZero();
            assertThat(cut.history(FABRIC).jobs().size()).isLessThan(plain.size() / 10);
        }
    }

    private static CollectiveObserved ran(int step, int rank, long startNs, long endNs) {
        return new CollectiveObserved(
                meta(1_000L * rank + step, endNs),
                JOB,
                step,
                0,
                rank,
                CollectiveOperation.ALL_REDUCE,
                1_000,
                startNs,
                endNs);
    }

    private static StepCompleted step(long number, long stepTimeNs) {
        long startNs = 1_000 * number;
        return new StepCompleted(meta(number, startNs), JOB, number, startNs, null, startNs + stepTimeNs);
    }

    private static PortCountersObserved counters(int sample) {
        return new PortCountersObserved(
                meta(sample, (1_000 + sample) * 1_000_000L),
                PortId.of("leaf1", "Ethernet0"),
                null,
                new TreeMap<>(Map.of("txBytes", 100L * sample)));
    }

    private static EventMeta meta(long record, long eventTimeNs) {
        return new EventMeta(FABRIC, new SourceId("events", "test"), record, 0, eventTimeNs, 0, Clock.SOURCE);
    }
}
