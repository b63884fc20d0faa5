package io.fabrictwin.ingest.synth;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.synth.Synthetic.Recorded;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.PortId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each incident does to the events, on small fabrics with all queues and on large ones at steady rates. */
class SymptomsTest {
    static Stream<SynthSettings> runs() {
        return Synthetic.all();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void theIncidentShowsInTheEvents(SynthSettings settings) {
        Recorded recorded = Synthetic.of(settings);
        switch (settings.incident()) {
            case NONE -> nothing(recorded);
            case ECN_MISCONFIG -> ecn(recorded);
            case PFC_STORM -> storm(recorded);
            case SLOW_RECEIVER -> slowReceiver(recorded);
            case LINK_FLAP -> flaps(recorded);
            case DEGRADED_OPTIC -> optic(recorded);
            case ECMP_POLARIZATION -> polarization(recorded);
            case NOISY_NEIGHBOUR -> neighbour(recorded);
            case NIC_FAILURE -> dead(recorded);
            case WRONG_DSCP -> classes(recorded);
            case STRAGGLER_GPU -> straggler(recorded);
            case IB_BAD_LFT -> table(recorded);
            case SHARP_OFF -> sharp(recorded);
        }
    }

    private static void nothing(Recorded recorded) {
        assertThat(recorded.truth().beginNs()).isNull();
        assertThat(recorded.of(LinkWentDown.class)).isEmpty();
        List<StepCompleted> steps = recorded.of(StepCompleted.class).stream()
                .filter(step -> step.job().value().equals("pretraining"))
                .toList();
        assertThat(steps).hasSize(Synthetic.STEPS);
        double mean = steps.stream()
                .mapToLong(step -> step.endNs() - step.startNs())
                .average()
                .orElseThrow();
        assertThat(steps).allMatch(step -> Math.abs(step.endNs() - step.startNs() - mean) < 0.05 * mean);
    }

    private static void ecn(Recorded recorded) {
        String leaf = recorded.truth().devices().get(0);
        List<EcnProfileSet> set = recorded.of(EcnProfileSet.class).stream()
                .filter(profile -> profile.device().value().equals(leaf))
                .toList();
        assertThat(set).extracting(EcnProfileSet::kminBytes).containsExactly(1_600_000L, 5_000L, 1_600_000L);
        assertThat(recorded.growth(CounterName.ECN_MARKED_PACKETS, leaf, true))
                .isGreaterThan(10 + 5 * recorded.growth(CounterName.ECN_MARKED_PACKETS, leaf, false));
        assertThat(recorded.growth(CounterName.CNP_RX, "server", true) * recorded.stretch())
                .as("notifications of a step")
                .isGreaterThan(recorded.growth(CounterName.CNP_RX, "server", false));
        assertThat(recorded.stretch()).isGreaterThan(1.2);
    }

    private static void storm(Recorded recorded) {
        String nic = recorded.truth().devices().get(0);
        assertThat(recorded.growth(CounterName.PFC_TX_PAUSED_NS, nic, false)).isLessThan(1e5);
        assertThat(recorded.growth(CounterName.PFC_TX_PAUSED_NS, nic, true)).isBetween(0.6e6, 0.8e6);
        assertThat(recorded.stretch()).isGreaterThan(1.2);
    }

    private static void slowReceiver(Recorded recorded) {
        String nic = recorded.truth().devices().get(0);
        assertThat(recorded.growth(CounterName.PFC_TX_PAUSED_NS, nic, false)).isLessThan(1e5);
        assertThat(recorded.growth(CounterName.PFC_TX_PAUSED_NS, nic, true)).isGreaterThan(2e5);
        assertThat(recorded.stretch()).isGreaterThan(1.1);
    }

    private static void flaps(Recorded recorded) {
        List<LinkWentDown> down = recorded.of(LinkWentDown.class);
        assertThat(down).hasSizeGreaterThanOrEqualTo(4).allMatch(recorded::isDuring);
        assertThat(down.stream().map(LinkWentDown::link).distinct()).hasSize(1);
        assertThat(recorded.of(LinkCameUp.class)).hasSameSizeAs(down);
        assertThat(recorded.of(PortStateObserved.class)).hasSize(2 * down.size());
        String port = down.get(0).link().a().toString();
        assertThat(recorded.growth(CounterName.LINK_DOWNED, port, true)).isPositive();
        assertThat(recorded.growth(CounterName.LINK_DOWNED, port, false)).isZero();
        assertThat(recorded.stretch()).isGreaterThan(1.05);
    }

    private static void optic(Recorded recorded) {
        assertThat(recorded.growth(CounterName.SYMBOL_ERRORS, "", false)).isZero();
        assertThat(recorded.growth(CounterName.RX_ERRORS, "", true)).isPositive();
        Set<String> weak = new TreeSet<>();
        for (GaugesObserved gauges : recorded.of(GaugesObserved.class)) {
            Double power = gauges.gauges().get("rxPowerDbm");
            if (power != null && power < -6 && gauges.port() != null) {
                assertThat(recorded.isBefore(gauges)).isFalse();
                weak.add(gauges.port().toString());
            }
        }
        assertThat(weak).as("one optic").hasSize(1);
        assertThat(recorded.growth(CounterName.RX_ERRORS, weak.iterator().next(), true))
                .isEqualTo(recorded.growth(CounterName.RX_ERRORS, "", true));
        assertThat(recorded.stretch()).isGreaterThan(1.1);
    }

    private static void polarization(Recorded recorded) {
        String leaf = recorded.truth().devices().get(0);
        assertThat(uplinksInUse(recorded, leaf, true)).isLessThanOrEqualTo(uplinksInUse(recorded, leaf, false) / 2);
        assertThat(recorded.of(ConnectionObserved.class)).anyMatch(recorded::isDuring);
        assertThat(recorded.stretch()).isGreaterThan(1.3);
    }

    private static void table(Recorded recorded) {
        String leaf = recorded.truth().devices().get(0);
        assertThat(uplinksInUse(recorded, leaf, true)).isEqualTo(1);
        assertThat(uplinksInUse(recorded, leaf, false)).isGreaterThan(1);
        List<ForwardingTableObserved> tables = recorded.of(ForwardingTableObserved.class).stream()
                .filter(table -> table.device().value().equals(leaf))
                .toList();
        assertThat(tables).hasSize(3);
        assertThat(tables.get(2).entries()).isEqualTo(tables.get(0).entries());
        assertThat(new HashSet<>(tables.get(1).entries().values()))
                .hasSizeLessThan(new HashSet<>(tables.get(0).entries().values()).size());
        assertThat(recorded.stretch()).isGreaterThan(1.3);
    }

    /** Ports of a leaf towards switches that send data worth the name. */
    private static int uplinksInUse(Recorded recorded, String leaf, boolean isDuring) {
        Set<String> ports = new TreeSet<>();
        for (PortCountersObserved sample : recorded.of(PortCountersObserved.class)) {
            if (sample.port().device().value().equals(leaf)) {
                ports.add(sample.port().toString());
            }
        }
        Set<String> uplinks = new TreeSet<>(ports);
        recorded.of(LinkDiscovered.class).forEach(found -> {
            List<PortId> ends = List.of(found.link().a(), found.link().b());
            if (ends.stream().anyMatch(end -> end.device().value().startsWith("server"))) {
                ends.forEach(end -> uplinks.remove(end.toString()));
            }
        });
        // a counter before its first byte tells nothing; acknowledgements are some hundredths of the data
        double most = uplinks.stream()
                .mapToDouble(port -> recorded.growth(CounterName.TX_BYTES, port, isDuring))
                .max()
                .orElse(0);
        return (int) uplinks.stream()
                .filter(port -> recorded.growth(CounterName.TX_BYTES, port, isDuring) > 0.1 * most)
                .count();
    }

    private static void neighbour(Recorded recorded) {
        String leaf = recorded.truth().devices().get(0);
        double before = recorded.growth(CounterName.TX_BYTES, leaf, false);
        assertThat(recorded.stretch()).isGreaterThan(1.02);
        // all that is of jobs shrinks with their longer steps; the sum does not shrink as much
        assertThat(recorded.growth(CounterName.TX_BYTES, leaf, true) * recorded.stretch())
                .isGreaterThan(1.05 * before);
        assertThat(recorded.of(QueueObserved.class)).isNotEmpty();
    }

    private static void dead(Recorded recorded) {
        String nic = recorded.truth().devices().get(0);
        assertThat(recorded.of(LinkWentDown.class)).hasSize(2).allMatch(recorded::isDuring);
        assertThat(recorded.of(CommunicationFailed.class))
                .isNotEmpty()
                .allMatch(failed -> nic.equals(failed.peer()) && recorded.isDuring(failed));
        assertThat(recorded.of(JobStopped.class)).hasSize(1).allMatch(recorded::isDuring);
        assertThat(recorded.of(JobStarted.class).stream()
                        .filter(started -> started.job().value().equals("pretraining")))
                .hasSize(2);
        assertThat(recorded.of(StepCompleted.class).stream()
                        .filter(step -> step.job().value().equals("pretraining"))
                        .map(StepCompleted::step))
                .as("the step that it died in is missing")
                .doesNotHaveDuplicates()
                .hasSize(Synthetic.STEPS - 1);
        assertThat(recorded.growth(CounterName.TX_BYTES, nic, true))
                .isLessThan(recorded.growth(CounterName.TX_BYTES, nic, false) / 4);
    }

    private static void classes(Recorded recorded) {
        String nic = recorded.truth().devices().get(0);
        assertThat(recorded.of(QosMapSet.class).stream()
                        .filter(map -> map.device().value().equals(nic))
                        .map(map -> map.entries().get("3")))
                .containsExactly("26", "0", "26");
        assertThat(recorded.of(PortCountersObserved.class).stream()
                        .filter(sample -> Integer.valueOf(0).equals(sample.priority()))
                        .map(sample -> sample.port().device().value())
                        .distinct())
                .containsExactly(nic);
        assertThat(recorded.growth(CounterName.TX_DROPPED_PACKETS, "", true)).isPositive();
        assertThat(recorded.growth(CounterName.TX_DROPPED_PACKETS, "", false)).isZero();
        assertThat(recorded.stretch()).isGreaterThan(1.2);
    }

    private static void straggler(Recorded recorded) {
        String nic = recorded.truth().devices().get(0);
        double own = compute(recorded, nic);
        double others = compute(recorded, "");
        // the step under way when it begins is still of usual length
        assertThat(own / others).isBetween(1.15, 1.4);
        assertThat(recorded.stretch()).isBetween(1.02, 1.35);
    }

    private static double compute(Recorded recorded, String nic) {
        return recorded.of(ComputeObserved.class).stream()
                .filter(recorded::isDuring)
                .filter(compute -> compute.job().value().equals("pretraining"))
                .filter(compute ->
                        compute.host() != null && compute.host().value().startsWith(nic))
                .mapToLong(ComputeObserved::computeNs)
                .average()
                .orElseThrow();
    }

    private static void sharp(Recorded recorded) {
        assertThat(recorded.of(JobTuned.class).stream()
                        .filter(tuned -> tuned.job().value().equals("pretraining"))
                        .filter(tuned -> "NCCL_COLLNET_ENABLE".equals(tuned.setting()))
                        .map(JobTuned::value))
                .containsExactly("1", "0", "1");
        assertThat(recorded.stretch()).isGreaterThan(1.3);
        // per step, NICs send about twice as much
        double before = recorded.growth(CounterName.TX_BYTES, "server0000", false);
        assertThat(recorded.growth(CounterName.TX_BYTES, "server0000", true) * recorded.stretch())
                .isGreaterThan(1.5 * before);
    }

    @Test
    void aStormHoldsOnlyThePortOfItsNic() {
        Recorded recorded = Synthetic.of(Synthetic.small(FabricKind.ROCE, Incident.PFC_STORM));
        String nic = recorded.truth().devices().get(0);
        Set<String> held = new TreeSet<>();
        for (PortCountersObserved sample : recorded.of(PortCountersObserved.class)) {
            Long paused = sample.counters().get(CounterName.PFC_TX_PAUSED_NS);
            if (sample.port().device().value().startsWith("server") && paused != null && paused > 0) {
                held.add(sample.port().device().value());
            }
        }
        assertThat(held).containsExactly(nic);
    }
}
