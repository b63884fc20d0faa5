package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links with credits instead of pauses. */
class CreditsTest {
    private static final long BYTES = 41_040_000;
    private static final double WIRE_BYTES = BYTES / 4104.0 * 4152;

    /** 400 Gbit/s over 100 m: 1.01 us of cable and 83 ns of packet want 54.7 kB; half of that gives half the rate. */
    @Test
    void smallBuffersCapLongCables() {
        double loopBytes = 50 * (1010 + 4152 / 50.0);
        assertThat(nanoseconds(1.01 * loopBytes)).isEqualTo(WIRE_BYTES / 50, within(0.01 * WIRE_BYTES / 50));
        assertThat(nanoseconds(loopBytes / 2)).isEqualTo(WIRE_BYTES / 25, within(0.01 * WIRE_BYTES / 25));
    }

    /** Credits never lose a byte and never let an ingress hold more than its part; a full sink is fully used. */
    @Test
    void incastIsLosslessAndFast() {
        Network network = Fabrics.star(TransportKind.IB_CREDIT, 9);
        List<Activity> all = new ArrayList<>(Fabrics.incast(network, 8, BYTES));
        FluidResult result = Fluid.run(network, all, List.of(), new int[0], 1);
        double ideal = 8 * WIRE_BYTES / 12.5;
        assertThat((double) result.makespanNs()).isEqualTo(ideal, within(0.01 * ideal));
        int sink = network.portsBetween("s", "h8")[0];
        assertThat(result.queuePeakBytes(sink).orElseThrow()).isBetween(1L, (32L << 20) * 8 / 9);
    }

    /** Two of three flows share an uplink that their common sink holds back: the third, to an idle sink, waits behind them. */
    @Test
    void victimsWaitBehindBlockedHeads() {
        Network network = Fabrics.leafSpine(TransportKind.IB_CREDIT, 4);
        List<Activity> all = new ArrayList<>();
        for (int sender = 0; sender < 3; sender++) {
            all.add(new Transfer(
                    sender,
                    Fabrics.path(network, "h" + sender, "leaf0", "spine0", "leaf1", "h4"),
                    BYTES,
                    0,
                    new int[0]));
        }
        all.add(new Transfer(3, Fabrics.path(network, "h5", "leaf1", "h4"), BYTES, 0, new int[0]));
        all.add(new Transfer(4, Fabrics.path(network, "h3", "leaf0", "spine0", "leaf1", "h6"), BYTES, 0, new int[0]));
        FluidResult result = Fluid.run(network, all, List.of(), new int[0], 1);
        assertThat((double) result.endNs(4)).isGreaterThan(3 * WIRE_BYTES / 12.5);
    }

    private static double nanoseconds(double creditBytes) {
        Network.Builder builder = Network.builder(Fabrics.transport(TransportKind.IB_CREDIT))
                .switchNode("s", Math.round(2 * creditBytes));
        for (String host : List.of("a", "b")) {
            builder.host(host).link(host, "s", 400e9, 505, null, null, null);
        }
        Network network = builder.build();
        Transfer transfer = new Transfer(0, Fabrics.path(network, "a", "s", "b"), BYTES, 0, new int[0]);
        return Fluid.run(network, List.of(transfer), List.of(), new int[0], 1).endNs(0);
    }
}
