package io.fabrictwin.model.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PortWindowTest {
    private static final FabricId FABRIC = new FabricId("f");
    private static final PortId PORT = PortId.of("leaf0", "Ethernet0");
    private static final long SECOND_NS = 1_000_000_000L;

    private final List<FabricEvent> events = new ArrayList<>();
    private long record;

    private EventMeta meta(double second) {
        long timeNs = Math.round(second * SECOND_NS);
        return new EventMeta(FABRIC, new SourceId("test", "a"), record++, 0, timeNs, timeNs, Clock.SOURCE);
    }

    private void counters(double second, Map<String, Long> counters) {
        events.add(new PortCountersObserved(meta(second), PORT, null, new TreeMap<>(counters)));
    }

    private List<PortWindow> windows(Span span) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return PortWindow.of(FabricFrame.of(FABRIC, states, Positions.NONE), History.of(FABRIC, states), span);
    }

    /** 100 for 4 s, 400 for 1 s, 0 for 5 s; a peak of 900 was between two samples. */
    @Test
    void aDepthStandsFromTheSampleBeforeUntilItsOwn() {
        events.add(new QueueObserved(meta(90), PORT, 3, 7_000L, null));
        events.add(new QueueObserved(meta(100), PORT, 3, 0L, null));
        events.add(new QueueObserved(meta(104), PORT, 3, 100L, null));
        events.add(new QueueObserved(meta(105), PORT, 3, 400L, 900L));
        events.add(new QueueObserved(meta(110), PORT, 3, 0L, null));
        Collections.shuffle(events, new Random(1));
        PortWindow window = windows(Span.TEN_SECONDS).get(0);
        assertThat(window.priority()).isEqualTo(3);
        assertThat(window.depthBytes()).isZero();
        assertThat(window.depth()).isEqualTo(new DepthWindow(3, (100 * 4 + 400 * 1) / 10.0, 900));
        assertThat(window.counters().increases()).as("it tells of no counter").isEmpty();
        assertThat(window.counters().coveredNs()).isEqualTo(10 * SECOND_NS);
        assertThat(windows(Span.HOUR).get(0).depth()).isEqualTo(new DepthWindow(5, 800 / 20.0, 7_000));
    }

    @Test
    void peaksAloneHaveNoMean() {
        events.add(new QueueObserved(meta(1), PORT, null, null, 5_000L));
        assertThat(windows(Span.SECOND).get(0).depth()).isEqualTo(new DepthWindow(1, null, 5_000));
    }

    @Test
    void aDepthOfLongAgoIsNotOfTheWindow() {
        events.add(new QueueObserved(meta(1), PORT, null, 5_000L, null));
        counters(100, Map.of(CounterName.TX_BYTES, 1L));
        PortWindow window = windows(Span.MINUTE).get(0);
        assertThat(window.depth()).isNull();
        assertThat(window.depthBytes()).isEqualTo(5_000);
    }

    @Test
    void errorsAndRetransmitsAreRatesOrUnknown() {
        events.add(new PortDiscovered(meta(0), PORT, 400_000_000_000L, null, null));
        counters(0, Map.of(CounterName.SYMBOL_ERRORS, 0L, "packet_seq_err", 5L, "local_ack_timeout_err", 9L));
        counters(10, Map.of(CounterName.SYMBOL_ERRORS, 40L, "packet_seq_err", 25L, "local_ack_timeout_err", 2L));
        events.add(new GaugesObserved(
                meta(9), PORT.device(), PORT, null, new TreeMap<>(Map.of("preFecBitErrorRate", 1e-8))));
        PortWindow window = windows(Span.TEN_SECONDS).get(0);
        assertThat(window.symbolErrorsPerBit()).hasValueCloseTo(4 / 400e9, within(1e-18));
        assertThat(window.counters().retransmitsPerSecond())
                .as("the one that was reset is unknown, and the window says that one was")
                .hasValueCloseTo(2.0, within(1e-9));
        assertThat(window.counters().hasReset()).isTrue();
        assertThat(window.preFecBitErrorRate()).isEqualTo(1e-8);
        assertThat(window.postFecBitErrorRate()).isNull();

        events.clear();
        counters(0, Map.of(CounterName.TX_BYTES, 0L));
        counters(10, Map.of(CounterName.TX_BYTES, 1L));
        PortWindow untold = windows(Span.TEN_SECONDS).get(0);
        assertThat(untold.symbolErrorsPerBit()).isEmpty();
        assertThat(untold.counters().retransmitsPerSecond()).isEmpty();
        assertThat(untold.depth()).isNull();
    }
}
