package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.pause.LossRecovery;
import io.fabrictwin.model.pause.TransportTimeout;
import io.fabrictwin.model.pause.Watchdog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LossesTest {
    private static final long MS = 1_000_000;

    /** A star of hosts at 100 Gbit/s whose switch has this much buffer and pauses nobody unless told to. */
    private static Network star(
            TransportKind kind, boolean pauses, long bufferBytes, LossRecovery recovery, int timeout, int hosts) {
        PfcProfile pfc = new PfcProfile(pauses, 0.125, 4096, 3072, null);
        Transport transport = new Transport(
                kind, 4104, 4152, 60, Fabrics.ECN, pfc, Fabrics.DCQCN, recovery, new TransportTimeout(timeout), 1);
        Network.Builder builder = Network.builder(transport).switchNode("s", bufferBytes);
        for (int host = 0; host < hosts; host++) {
            builder.host("h" + host).link("h" + host, "s", 100 * Fabrics.GBPS, 1000, null, null, null);
        }
        return builder.build();
    }

    private static FluidResult incast(TransportKind kind, long bufferBytes, LossRecovery recovery) {
        Network network = star(kind, false, bufferBytes, recovery, 14, 5);
        return Fluid.run(network, Fabrics.incast(network, 4, 20_000_000), List.of(), new int[0], 1);
    }

    private static long dropped(FluidResult result) {
        long bytes = 0;
        for (int port = 0; port < 10; port++) {
            bytes += result.droppedBytes(port).orElseThrow();
        }
        return bytes;
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"ROCE_PFC_ONLY", "ROCE_DCQCN"})
    void aFullBufferDropsAndAllArrivesInTheEnd(TransportKind kind) {
        for (LossRecovery recovery : LossRecovery.values()) {
            FluidResult result = incast(kind, 1_000_000, recovery);
            assertThat(dropped(result)).isPositive();
            for (int id = 0; id < 4; id++) {
                assertThat(result.ended(id)).isTrue();
                assertThat(result.endNs(id)).isGreaterThan(4 * MS);
            }
            assertThat(result).as("the same twice").isEqualTo(incast(kind, 1_000_000, recovery));
        }
    }

    @Test
    void goingBackSendsMoreThanRepeatingWhatIsMissing() {
        FluidResult back = incast(TransportKind.ROCE_PFC_ONLY, 1_000_000, LossRecovery.GO_BACK_N);
        FluidResult selective = incast(TransportKind.ROCE_PFC_ONLY, 1_000_000, LossRecovery.SELECTIVE_REPEAT);
        long wire = 4 * Fabrics.transport(TransportKind.ROCE_PFC_ONLY).wireBytesOf(20_000_000);
        long sentBack = 0;
        long sentSelective = 0;
        for (int host = 0; host < 4; host++) {
            sentBack += back.txBytes(2 * host);
            sentSelective += selective.txBytes(2 * host);
        }
        // What is dropped is sent again, once or many times; acknowledgements of data the other way do not count here.
        assertThat((double) sentSelective).isCloseTo((double) wire + dropped(selective), within(0.001 * wire));
        assertThat(sentBack).isGreaterThan(wire + dropped(back));
        assertThat(back.makespanNs()).isGreaterThan(selective.makespanNs());
    }

    @Test
    void roomForAllDropsNothing() {
        FluidResult wide = incast(TransportKind.ROCE_PFC_ONLY, 100_000_000, LossRecovery.GO_BACK_N);
        assertThat(dropped(wide)).isZero();
        assertThat((double) wide.makespanNs()).isCloseTo(4 * 20e6 * 4152 / 4104 / 12.5, within(0.01e6));
    }

    @Test
    void marksKeepALargeBufferFromDropping() {
        assertThat(dropped(incast(TransportKind.ROCE_DCQCN, 20_000_000, LossRecovery.GO_BACK_N)))
                .isZero();
    }

    @Test
    void aLostTailWaitsForTheTimeout() {
        // Both send a message that is over before the receiver could ask for what its end lost.
        Network network = star(TransportKind.ROCE_PFC_ONLY, false, 20_000, LossRecovery.SELECTIVE_REPEAT, 14, 3);
        FluidResult result = Fluid.run(network, Fabrics.incast(network, 2, 100_000), List.of(), new int[0], 1);
        assertThat(result.makespanNs()).isBetween(67 * MS, 68 * MS);
    }

    /** Host 0 sends to host 1, whose port is held for a second, and to host 2 a little later. */
    private static FluidResult storm(PauseStorm storm, int timeout) {
        Network network = star(TransportKind.ROCE_PFC_ONLY, true, 16 << 20, LossRecovery.GO_BACK_N, timeout, 3);
        List<Activity> activities = List.of(
                new Transfer(0, Fabrics.path(network, "h0", "s", "h1"), 50_000_000, 0, new int[0]),
                new Transfer(1, Fabrics.path(network, "h0", "s", "h2"), 50_000_000, 5 * MS, new int[0]));
        return Fluid.run(network, activities, List.of(storm), new int[0], 1);
    }

    @Test
    void aWatchdogFreesTheVictimsAndCostsTheHeldFlowItsTimeouts() {
        Network network = star(TransportKind.ROCE_PFC_ONLY, true, 16 << 20, LossRecovery.GO_BACK_N, 18, 3);
        int port = network.portsBetween("s", "h1")[0];
        PauseStorm storm = new PauseStorm(port, 1000 * MS, 1000 * MS, 0, 1000 * MS);
        PauseStorm watched = storm.under(Watchdog.ofPorts(32), 50 * MS);
        assertThat(watched.dropNs()).isEqualTo(250 * MS);
        assertThat(watched.restoredNs()).isEqualTo(1250 * MS);

        FluidResult held = storm(storm, 18);
        assertThat(held.endNs(1)).as("the victim waits for the storm's end").isGreaterThan(1000 * MS);
        assertThat(held.droppedBytes(port)).hasValue(0);

        FluidResult freed = storm(watched, 18);
        assertThat(freed.endNs(1)).isBetween(250 * MS, 260 * MS);
        assertThat(freed.droppedBytes(port).orElseThrow()).isGreaterThan(49_000_000);
        assertThat(freed.endNs(0)).as("one timeout after its bytes were lost").isBetween(1320 * MS, 1335 * MS);

        FluidResult failed = storm(watched, 14);
        assertThat(failed.ended(0))
                .as("its seven timeouts are over before the watchdog relents")
                .isFalse();
        assertThat(failed.endNs(1)).isBetween(250 * MS, 260 * MS);
    }

    @Test
    void aStormThatLetsThePortSendNowAndThenIsNotFound() {
        PauseStorm storm = new PauseStorm(1, 100_000, 60_000, 0, 1000 * MS);
        assertThat(storm.under(Watchdog.ofPorts(32), 0)).isEqualTo(storm);
    }
}
