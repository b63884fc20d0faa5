package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.PfcProfile;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes are tried on top of a slow uplink, which fills a queue in leaf0: marks and pauses then matter. */
class QueueChangeTest {
    private static final String SLOW_UPLINK = "link-rate@leaf0:spine1=25Gbit/s";

    private final MiniatureFabric fabric = MiniatureFabric.healthy();

    private ForkState fork(String... changes) {
        return ForkEdit.applied(
                ForkState.of(fabric.frame()), fabric.window(), fabric.scenario(MiniatureFabric.changes(changes)));
    }

    private double stepNs(String... changes) {
        JobForecast job = fabric.forecast(MiniatureFabric.changes(changes));
        assertThat(job.forecastStepTimeNs()).as("%s", job.reasons()).isNotNull();
        return job.forecastStepTimeNs();
    }

    private EcnProfile ecn(String port, String... changes) {
        return fork(changes).queues.ecn.get(PortId.of("leaf0", port));
    }

    private PfcProfile pfc(String port, String... changes) {
        return fork(changes).queues.pfc.get(PortId.of("leaf0", port));
    }

    @Test
    void thresholdsAreThoseOfASwitchAPortOrAQueue() {
        assertThat(ecn("h0", "ecn-kmin@leaf0=5KB").kminBytes()).isEqualTo(5_000);
        assertThat(ecn("h0", "ecn-kmin@leaf1=5KB").kminBytes()).isEqualTo(400_000);
        assertThat(ecn("h0", "ecn-kmin@leaf0:spine1=5KB").kminBytes()).isEqualTo(400_000);
        assertThat(ecn("spine1", "ecn-kmin@leaf0:spine1=5KB").kminBytes()).isEqualTo(5_000);
        assertThat(ecn("spine1", "ecn-kmin@leaf0:spine1/3=5KB").kminBytes()).isEqualTo(5_000);
        assertThat(ecn("spine1", "ecn-kmin@/3=5KB").kminBytes()).isEqualTo(5_000);
        assertThat(ecn("spine1", "ecn-kmin@leaf0/4=5KB").kminBytes()).isEqualTo(400_000);
        assertThat(ecn("spine1", "ecn@leaf0=off").enabled()).isFalse();
    }

    @Test
    void pausingIsThatOfAPort() {
        assertThat(pfc("h0", "pfc-alpha@leaf0:h0=1/2").alpha()).isEqualTo(0.5);
        assertThat(pfc("h1", "pfc-alpha@leaf0:h0=1/2").alpha()).isEqualTo(0.125);
        assertThat(pfc("h1", "pfc-xoff=50KB").xoffBytes()).isEqualTo(50_000);
        assertThat(pfc("h1", "pfc-xoff=50KB", "pfc-alpha=1").xoffBytes()).isNull();
        assertThat(pfc("h1", "pfc-reserve=8KB").reserveBytes()).isEqualTo(8_000);
        assertThat(pfc("h1", "pfc-resume-offset=9KB").resumeOffsetBytes()).isEqualTo(9_000);
        assertThat(pfc("h1", "pfc-headroom=90KB").headroomBytes()).isEqualTo(90_000);
        assertThat(pfc("h1", "pfc@leaf0=off").enabled()).isFalse();
    }

    @Test
    void lowThresholdsMarkAndSlowDown() {
        double marked = stepNs(SLOW_UPLINK, "ecn-kmin@leaf0:spine1=5KB", "ecn-kmax@leaf0:spine1=10KB");

        assertThat(marked).isGreaterThan(1.02 * stepNs(SLOW_UPLINK));
        assertThat(stepNs(
                        SLOW_UPLINK, "ecn-kmin@leaf0:spine1=5KB", "ecn-kmax@leaf0:spine1=10KB", "ecn@leaf0:spine1=off"))
                .isLessThan(marked);
        assertThat(stepNs(SLOW_UPLINK, "ecn-kmin@leaf0:spine0=5KB")).isEqualTo(stepNs(SLOW_UPLINK));
    }

    /** The paused port is that of h1: h0 sends elsewhere, and does not wait. */
    @Test
    void aLowStaticThresholdPausesAndAHighOneDoesNot() {
        Forecast low = fabric.whole(MiniatureFabric.changes(SLOW_UPLINK, "pfc-xoff@leaf0=20KB"));
        Forecast high = fabric.whole(MiniatureFabric.changes(SLOW_UPLINK, "pfc-xoff@leaf0=20MiB"));

        assertThat(low.jobs().get(0).reasons()).noneMatch(reason -> reason.contains("pauses 0.00 against"));
        assertThat(high.jobs().get(0).reasons()).anyMatch(reason -> reason.contains("pauses 0.00 against"));
    }

    @Test
    void withoutPausesAFullBufferLosesAndTheJobIsSlower() {
        double lossless = stepNs(SLOW_UPLINK, "ecn=off", "buffer@leaf0=300KB");
        double lossy = stepNs(SLOW_UPLINK, "ecn=off", "buffer@leaf0=300KB", "pfc@leaf0=off");

        assertThat(lossy).isGreaterThan(1.05 * lossless);
        assertThat(stepNs(SLOW_UPLINK, "ecn=off", "buffer@leaf0=300KB", "pfc@leaf1=off"))
                .isEqualTo(lossless);
    }

    @Test
    void headroomThatIsTooSmallIsNotToldWhereAPortIsPaused() {
        JobForecast paused =
                fabric.forecast(MiniatureFabric.changes(SLOW_UPLINK, "pfc-xoff@leaf0=20KB", "pfc-headroom@leaf0=10KB"));
        JobForecast free = fabric.forecast(MiniatureFabric.changes("pfc-headroom@leaf0=10KB"));

        assertThat(paused.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(paused.reasons()).anyMatch(reason -> reason.startsWith("leaf0:h1 has headroom for 10 KB, but "));
        assertThat(free.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
    }

    @Test
    void aWatchdogIsNotAlarmedByAStormWithGaps() {
        JobForecast job = MiniatureFabric.withStorm()
                .forecast(MiniatureFabric.change("pfc-watchdog=drop detect 200ms restore 200ms"));

        assertThat(job.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
        assertThat(job.reasons()).anyMatch(reason -> reason.contains("lets its port send between pauses"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ecn-kmin@leaf7=5KB;no switch 'leaf7' in the frame; there are: leaf0, leaf1, spine0, spine1",
                "ecn-kmin@leaf0:eth7=5KB;no port 'leaf0:eth7' in the frame; there are: leaf0:h0, leaf0:h1",
                "ecn-kmin@leaf0/8=5KB;no priority '8' in the frame; there are: 0, 1, 2",
                "ecn-kmin@leaf7/3=5KB;no switch 'leaf7' in the frame",
                "pfc@leaf0:h0=off;'leaf0:h0' is a port, but PFC is on or off for a whole switch",
                "pfc=maybe;'maybe' does not fit 'pfc': it takes 'on' or 'off'",
                "pfc-watchdog@leaf7=off;no switch 'leaf7' in the frame",
                "pfc-watchdog=drop;'drop' does not fit 'pfc-watchdog': it takes 'off', or what to do and when",
                "pfc-watchdog=lose detect 200ms restore 200ms;'lose detect 200ms restore 200ms' does not fit",
                "pfc-watchdog=drop detect 1ms restore 200ms;'drop detect 1ms restore 200ms' does not fit 'pfc-watchdog':"
                        + " switches detect after 100 ms to 5 s",
            })
    void whatCannotBeIsRefused(String change, String message) {
        assertThatThrownBy(() -> fork(change))
                .isInstanceOf(ScenarioRefusedException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void aChangeOfQueuesThatNothingIsInSaysSo() {
        assertThat(fabric.forecast(MiniatureFabric.changes("ecn-kmin@leaf0/4=5KB"))
                        .reasons())
                .contains("no known traffic is in priority 4: its queues cannot matter");
        assertThat(List.of(fabric.forecast(MiniatureFabric.changes("ecn-kmin@leaf0/4=5KB"))
                        .verdict()))
                .containsExactly(Verdict.NO_MATERIAL_CHANGE);
    }
}
