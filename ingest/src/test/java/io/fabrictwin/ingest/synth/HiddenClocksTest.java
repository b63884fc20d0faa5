package io.fabrictwin.ingest.synth;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.clock.ClockEstimate;
import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the estimator says of clocks, against the offsets that the synthetic cluster drew and told nobody. */
class HiddenClocksTest {
    private static final long SKEW_NS = 5_000_000;
    private static final Disturbance ROUGH = new Disturbance(0.01, SKEW_NS, 0.1, 0.05, 0.2);

    private static SynthSettings settings(long seed) {
        FabricKind fabric = seed % 2 == 0 ? FabricKind.IB : FabricKind.ROCE;
        Incident incident = seed % 3 == 0 ? Incident.STRAGGLER_GPU : Incident.NONE;
        return new SynthSettings(
                64,
                TopologyKind.LEAF_SPINE,
                1,
                fabric,
                incident,
                seed,
                Synthetic.STEPS,
                Synthetic.ANCHOR_NS,
                null,
                true,
                ROUGH);
    }

    private static Clocks clocks(FabricId fabric, List<FabricEvent> events) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        Fold.applyAll(states, events);
        return Clocks.of(
                FabricFrame.of(fabric, states, Positions.NONE),
                History.of(fabric, states).jobs());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void offsetsAreWithinWhatIsSaidToBeUncertain(long seed) {
        SynthSettings settings = settings(seed);
        List<FabricEvent> events = new ArrayList<>();
        SynthRun.tell(settings, events::add);
        Clocks clocks = clocks(SynthRun.fabric(settings), events);
        Map<DeviceId, Long> hidden = hidden(settings);
        int known = 0;
        for (ClockEstimate clock : clocks.estimates().values()) {
            Long offsetNs = clock.offsetNs();
            Long uncertaintyNs = clock.uncertaintyNs();
            if (offsetNs != null && uncertaintyNs != null && !clock.isReference()) {
                long truthNs = Objects.requireNonNull(hidden.get(clock.device()))
                        - Objects.requireNonNull(hidden.get(clock.reference()));
                assertThat(offsetNs)
                        .as("clock of %s against %s", clock.device(), clock.reference())
                        .isBetween(truthNs - uncertaintyNs, truthNs + uncertaintyNs);
                known++;
            }
        }
        assertThat(known).isGreaterThan(30);

        List<FabricEvent> shuffled = new ArrayList<>(events);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(clocks(SynthRun.fabric(settings), shuffled)).isEqualTo(clocks);
    }

    private static Map<DeviceId, Long> hidden(SynthSettings settings) {
        Cluster cluster = Cluster.of(settings);
        Map<DeviceId, Long> hidden = new HashMap<>();
        for (int node = 0; node < cluster.wiring().nodes(); node++) {
            hidden.put(cluster.wiring().name(node), cluster.hidden().clockOffsetNs(node, SKEW_NS));
        }
        return hidden;
    }
}
