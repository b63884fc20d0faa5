package io.fabrictwin.model.detection;

import static io.fabrictwin.model.detection.SmallFabric.MILLISECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Links, optics and what hosts put behind them. */
class LinkHealthTest {
    private static final long GIGABIT = 1_000_000_000;
    private static final Map<String, Long> TRAFFIC =
            Map.of(CounterName.RX_BYTES, 4_000_000_000L, CounterName.RX_PACKETS, 1_000_000L);

    private final SmallFabric fabric = new SmallFabric();

    @Test
    void anOpticThatGetsMuchLessLightThanMostIsWeak() {
        lights(-2.1, -2.0, -1.9, -2.2, -5.5);
        Finding weak = only();
        assertThat(weak.kind()).isEqualTo(FindingKind.OPTIC_WEAK);
        assertThat(weak.entities()).containsExactly("spine0:leaf3", "leaf3:spine0");
        assertThat(weak.summary()).isEqualTo("spine0:leaf3 gets 3.4 dB less light than most optics.");
        assertThat(weak.suggestion()).endsWith(" --set link@leaf3:spine0=down");
    }

    @Test
    void aLittleLessLightOrTooFewOpticsToCompareAreNotWeak() {
        lights(-2.1, -2.0, -1.9, -2.2, -4.9);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric few = new SmallFabric();
        light(few, "spine0", "leaf0", -2);
        light(few, "spine0", "leaf1", -9);
        assertThat(few.findings()).isEmpty();
    }

    @Test
    void aWeakOpticThatSpoilsPacketsIsToldOnce() {
        lights(-2.1, -2.0, -1.9, -2.2, -5.5);
        fabric.counters("spine0", "leaf3", 0, 20, with(CounterName.RX_ERRORS, 500));
        assertThat(only().kind()).isEqualTo(FindingKind.LINK_ERRORS);
        assertThat(only().evidence()).anyMatch(line -> line.startsWith("light that comes in"));
    }

    private void lights(double... powers) {
        for (int at = 0; at < powers.length; at++) {
            boolean isLast = at == powers.length - 1;
            light(fabric, isLast ? "spine0" : "spine1", isLast ? "leaf3" : "leaf" + at, powers[at]);
        }
    }

    private static void light(SmallFabric fabric, String device, String port, double power) {
        fabric.apply(new GaugesObserved(
                fabric.at(MILLISECOND),
                new DeviceId(device),
                PortId.of(device, port),
                "optic",
                new TreeMap<>(Map.of("rxPowerDbm", power))));
    }

    @Test
    void errorsThatComeEverMoreOftenRise() {
        symbols(10, 0);
        symbols(10, 1);
        symbols(11, 8);
        Finding rising = only();
        assertThat(rising.kind()).isEqualTo(FindingKind.ERRORS_RISING);
        assertThat(rising.entities()).containsExactly("leaf1:spine0", "spine0:leaf1");
        assertThat(rising.startNs()).isEqualTo(10 * MILLISECOND);
    }

    @Test
    void errorsAtASteadyRateOrOnceOrUnknownDoNotRise() {
        symbols(31, 8);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric once = new SmallFabric();
        once.counters("leaf1", "spine0", 0, 15, with(CounterName.SYMBOL_ERRORS, 0));
        once.counters("leaf1", "spine0", 15, 16, with(CounterName.SYMBOL_ERRORS, 1000));
        once.counters("leaf1", "spine0", 16, 31, with(CounterName.SYMBOL_ERRORS, 0));
        assertThat(once.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        unknown.counters("leaf1", "spine0", 0, 31, TRAFFIC);
        assertThat(unknown.findings()).isEmpty();
    }

    private int symbolsFromMs;

    private void symbols(int ms, long perMs) {
        fabric.counters("leaf1", "spine0", symbolsFromMs, symbolsFromMs + ms, with(CounterName.SYMBOL_ERRORS, perMs));
        symbolsFromMs += ms;
    }

    private static Map<String, Long> with(String counter, long perMs) {
        Map<String, Long> counters = new TreeMap<>(TRAFFIC);
        counters.put(counter, perMs);
        return counters;
    }

    @Test
    void aLinkThatGoesDownAgainAndAgainIsOneIncident() {
        List<Finding> findings = List.of();
        for (int time = 0; time < 4; time++) {
            long downNs = (10 + 10L * time) * MILLISECOND;
            fabric.counters("leaf0", "spine1", 10 * time, 10 * time + 9, Map.of(CounterName.LINK_DOWNED, 0L));
            fabric.counters("leaf0", "spine1", 10 * time + 9, 10 * time + 10, Map.of(CounterName.LINK_DOWNED, 1L));
            fabric.apply(new LinkWentDown(fabric.at(downNs), SmallFabric.linkId("leaf0", "spine1")));
            findings = Detections.continued(findings, fabric.findings(), downNs);
            fabric.apply(new LinkCameUp(fabric.at(downNs + 2 * MILLISECOND), SmallFabric.linkId("leaf0", "spine1")));
            findings = Detections.continued(findings, fabric.findings(), downNs + 2 * MILLISECOND);
        }
        assertThat(findings)
                .extracting(Finding::kind)
                .containsExactlyInAnyOrder(FindingKind.LINK_DEGRADED, FindingKind.LINK_FLAPPING);
    }

    @Test
    void aNicThatItsBusFeedsTooSlowlyIsSlow() {
        nics(504, 504, 504, 252);
        Finding slow = only();
        assertThat(slow.kind()).isEqualTo(FindingKind.NIC_SLOW);
        assertThat(slow.entities()).containsExactly("h3", "mlx5_0");
        assertThat(slow.summary()).isEqualTo("The bus of h3 feeds mlx5_0 at 252 Gbit/s, its line takes 400 Gbit/s.");
    }

    @Test
    void aBusThatIsJustFastEnoughOrTheSameEverywhereOrNotToldIsNotSlow() {
        nics(504, 504, 504, 370);
        assertThat(fabric.findings()).isEmpty();
        SmallFabric same = new SmallFabric();
        for (int host = 0; host < 4; host++) {
            nic(same, host, 252L);
        }
        assertThat(same.findings()).isEmpty();
        SmallFabric unknown = new SmallFabric();
        for (int host = 0; host < 4; host++) {
            nic(unknown, host, host == 3 ? null : 504L);
        }
        assertThat(unknown.findings()).isEmpty();
    }

    private void nics(long... gigabits) {
        for (int host = 0; host < gigabits.length; host++) {
            nic(fabric, host, gigabits[host]);
        }
    }

    private static void nic(SmallFabric fabric, int host, @Nullable Long gigabits) {
        DeviceId device = new DeviceId("h" + host);
        fabric.apply(new NicDiscovered(fabric.at(0), device, "mlx5_0", null, null, null, 1, 400 * GIGABIT, "RoCE"));
        fabric.apply(new GpuNicPathDiscovered(
                fabric.at(1), device, "gpu0", "mlx5_0", "PIX", gigabits == null ? null : (Long) (gigabits * GIGABIT)));
    }

    @Test
    void aRankThatSendsByAFarNicThoughANearerOneIsThereIsFound() {
        path("mlx5_0", "PIX");
        path("mlx5_1", "SYS");
        rank("mlx5_1");
        Finding far = only();
        assertThat(far.kind()).isEqualTo(FindingKind.GPU_NIC_FAR);
        assertThat(far.entities()).containsExactly("h0", "mlx5_1", "job0");
        assertThat(far.evidence()).containsExactly("gpu0 of h0 to mlx5_1: SYS", "gpu0 of h0 to mlx5_0: PIX");
    }

    @Test
    void aNearNicOrOneAsFarAsAllOrAnUnknownWayIsRight() {
        path("mlx5_0", "PIX");
        path("mlx5_1", "PXB");
        rank("mlx5_1");
        assertThat(fabric.findings()).isEmpty();
        rank("mlx5_9");
        assertThat(fabric.findings()).isEmpty();
        path("mlx5_0", "SYS");
        path("mlx5_1", "SYS");
        rank("mlx5_1");
        assertThat(fabric.findings()).isEmpty();
    }

    private void path(String nic, String path) {
        fabric.apply(new GpuNicPathDiscovered(fabric.at(1), new DeviceId("h0"), "gpu0", nic, path, null));
    }

    private void rank(String nic) {
        fabric.apply(
                new RankPlaced(fabric.at(2), SmallFabric.JOB, 0, new DeviceId("h0"), "gpu0", new DeviceId(nic), 0L));
    }

    private Finding only() {
        List<Finding> findings = fabric.findings();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }
}
