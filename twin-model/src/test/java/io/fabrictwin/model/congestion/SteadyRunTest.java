package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transports that are run at steady shares, against closed forms and packet-level runs. */
class SteadyRunTest {
    private static final long BYTES = 41_040_000;
    private static final double WIRE_BYTES = BYTES / 4104.0 * 4152;

    @Test
    void sprayingUsesEverySpineWhateverThePath() {
        double perFlow = 2 * 100e9 * TransportKind.UEC.efficiency() / 4;
        assertThat(endOfFourOverOneSpine(TransportKind.UEC)).isEqualTo(WIRE_BYTES * 8e9 / perFlow, within(20_000.0));
        assertThat(endOfFourOverOneSpine(TransportKind.IDEAL)).isEqualTo(WIRE_BYTES * 8e9 / 25e9, within(20_000.0));
    }

    /** A window that starts at ten packets costs round trips; loss-based shares go with the inverse round trip. */
    @Test
    void lossBasedWindowsShareByRoundTrip() {
        Network network = Network.builder(Fabrics.transport(TransportKind.TCP))
                .host("near")
                .host("far")
                .host("sink")
                .switchNode("s", 1 << 20)
                .link("near", "s", 100e9, 1000, null, null, null)
                .link("far", "s", 100e9, 3000, null, null, null)
                .link("sink", "s", 100e9, 1000, null, null, null)
                .build();
        FluidResult result = Fluid.run(
                network,
                List.of(
                        new Transfer(0, Fabrics.path(network, "near", "s", "sink"), BYTES, 0, new int[0]),
                        new Transfer(1, Fabrics.path(network, "far", "s", "sink"), BYTES, 0, new int[0])),
                List.of(),
                new int[0],
                1);
        // Round trips of 4 and 8 us: two thirds for the near one until it ends.
        double nearNs = WIRE_BYTES * 8e9 / (97e9 * 2 / 3);
        assertThat((double) result.endNs(0)).isEqualTo(nearNs, within(0.003 * nearNs));
        double both = 2 * WIRE_BYTES * 8e9 / 97e9;
        assertThat((double) result.endNs(1)).isEqualTo(both, within(0.003 * both));
    }

    @Test
    void aMessageOfOneWindowHasNoLag() {
        Network tcp = Fabrics.star(TransportKind.TCP, 2);
        Network erdma = Fabrics.star(TransportKind.ERDMA, 2);
        assertThat(end(tcp, 4104)).isEqualTo(end(erdma, 4104));
        // Pipe of 4 us at 12.5 B/ns is 50,000 B, window 41,520 B: T log2(P / W) - (P - W) / r.
        double lag = 4000 * Math.log(50_000.0 / 41_520) / Math.log(2) - (50_000 - 41_520) / 12.5;
        assertThat((double) (end(tcp, BYTES) - end(erdma, BYTES))).isEqualTo(lag, within(1.5));
    }

    /** Sprayed, window-controlled packet-level runs on a 4 x 4 leaf-spine: the last flow of each. */
    @Test
    void meetsSprayedPacketLevelRuns() {
        Transport transport =
                new Transport(TransportKind.UEC, 4152, 4216, 64, EcnProfile.OFF, Fabrics.PFC, Fabrics.DCQCN);
        Network network = leafSpine(transport);
        List<Transfer> incast = new ArrayList<>();
        for (int sender = 0; sender < 8; sender++) {
            incast.add(transfer(network, incast.size(), sender, 15, 20_000_000));
        }
        assertThat(makespanUs(network, incast)).isEqualTo(13_185, within(0.02 * 13_185));
        List<Transfer> allToAll = new ArrayList<>();
        for (int from = 0; from < 16; from++) {
            for (int to = 0; to < 16; to++) {
                if (from != to) {
                    allToAll.add(transfer(network, allToAll.size(), from, to, 4_000_000));
                }
            }
        }
        assertThat(makespanUs(network, allToAll)).isEqualTo(4_983, within(0.03 * 4_983));
    }

    @ParameterizedTest
    @EnumSource(TransportKind.class)
    void everyTransportMovesAllBytes(TransportKind kind) {
        Network network = Fabrics.leafSpine(kind, 2);
        int[] path = Fabrics.path(network, "h0", "leaf0", "spine0", "leaf1", "h2");
        FluidResult result =
                Fluid.run(network, List.of(new Transfer(0, path, BYTES, 0, new int[0])), List.of(), new int[0], 1);
        assertThat(result.txBytes(path[0])).isEqualTo(Math.round(WIRE_BYTES));
        double alone = WIRE_BYTES / 12.5 / kind.efficiency();
        assertThat((double) result.endNs(0)).isBetween(WIRE_BYTES / 12.5, alone + 30_000);
        assertThat(TransportKind.ofWireName(kind.wireName())).isEqualTo(kind);
    }

    private static double endOfFourOverOneSpine(TransportKind kind) {
        Network network = Fabrics.leafSpine(kind, 4);
        List<Transfer> all = new ArrayList<>();
        for (int host = 0; host < 4; host++) {
            int[] path = Fabrics.path(network, "h" + host, "leaf0", "spine0", "leaf1", "h" + (host + 4));
            all.add(new Transfer(host, path, BYTES, 0, new int[0]));
        }
        return Fluid.run(network, all, List.of(), new int[0], 1).makespanNs();
    }

    private static long end(Network network, long bytes) {
        Transfer transfer = new Transfer(0, Fabrics.path(network, "h0", "s", "h1"), bytes, 0, new int[0]);
        return Fluid.run(network, List.of(transfer), List.of(), new int[0], 1).endNs(0);
    }

    private static Network leafSpine(Transport transport) {
        Network.Builder builder = Network.builder(transport);
        for (int i = 0; i < 4; i++) {
            builder.switchNode("leaf" + i, 1 << 20).switchNode("spine" + i, 1 << 20);
        }
        for (int host = 0; host < 16; host++) {
            builder.host("h" + host).link("h" + host, "leaf" + host / 4, 100e9, 1000, null, null, null);
        }
        for (int leaf = 0; leaf < 4; leaf++) {
            for (int spine = 0; spine < 4; spine++) {
                builder.link("leaf" + leaf, "spine" + spine, 100e9, 1000, null, null, null);
            }
        }
        return builder.build();
    }

    private static Transfer transfer(Network network, int id, int from, int to, long bytes) {
        int[] path = from / 4 == to / 4
                ? Fabrics.path(network, "h" + from, "leaf" + from / 4, "h" + to)
                : Fabrics.path(network, "h" + from, "leaf" + from / 4, "spine0", "leaf" + to / 4, "h" + to);
        return new Transfer(id, path, bytes, 0, new int[0]);
    }

    private static double makespanUs(Network network, List<Transfer> transfers) {
        return Fluid.run(network, transfers, List.of(), new int[0], 1).makespanNs() / 1e3;
    }
}
