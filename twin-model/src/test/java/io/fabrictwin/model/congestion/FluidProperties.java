package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws that hold for every load; the seed is the number that a failure prints. */
final class FluidProperties {
    private static final int[] ALL = {};

    /** Of kinds that keep to the path of the transfer. */
    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"SPECTRUM_X", "UEC", "EFA"})
    void bytesInAreBytesOutAndNoPortSendsMoreThanItsRate(TransportKind kind) {
        for (int seed = 0; seed < 8; seed++) {
            Network network = Fabrics.leafSpine(kind, 4);
            List<Activity> load = load(network, seed, 1);
            FluidResult result = Fluid.run(network, load, List.of(), ALL, seed);
            double[] expected = new double[network.portCount()];
            for (Activity activity : load) {
                if (activity instanceof Transfer transfer) {
                    for (int port : transfer.ports()) {
                        expected[port] += network.transport().wireBytesOf(transfer.bytes());
                    }
                }
            }
            for (int port = 0; port < expected.length; port++) {
                double acks = expected[Network.reverse(port)] * 60 / 4152;
                assertThat((double) result.txBytes(port))
                        .as("seed %d, port %d", seed, port)
                        .isCloseTo(expected[port] + acks, within(2.0));
                // The smaller the packets the larger the share of acknowledgements that ride beside the data.
                double most = 12.5 * result.makespanNs() * (1 + 60.0 / 4152);
                assertThat((double) result.txBytes(port)).as("seed %d", seed).isLessThanOrEqualTo(most);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(TransportKind.class)
    void theSameInputGivesTheSameResult(TransportKind kind) {
        for (int seed = 0; seed < 4; seed++) {
            Network network = Fabrics.leafSpine(kind, 4);
            List<Activity> load = load(network, seed, 1);
            FluidResult first = Fluid.run(network, load, List.of(), ALL, seed);
            FluidResult second = Fluid.run(network, load, List.of(), ALL, seed);
            for (int id = 0; id < load.size(); id++) {
                assertThat(second.endNs(id)).isEqualTo(first.endNs(id));
            }
        }
    }

    /** Ten times the bytes take ten times as long at ideal shares, but for the round trips and headers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void idealTimesScaleWithBytes(int seed) {
        Network network = Fabrics.leafSpine(TransportKind.IDEAL, 4);
        long small = Fluid.run(network, burst(network, seed, 4_104_000), List.of(), ALL, 1)
                .makespanNs();
        long large = Fluid.run(network, burst(network, seed, 41_040_000), List.of(), ALL, 1)
                .makespanNs();
        long roundTripNs = 8000 + 3 * 333 + 4 * 5;
        assertThat((double) (large - roundTripNs) / (small - roundTripNs)).isCloseTo(10, within(0.01));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void permutingIdsChangesIdsOnlyAtIdealShares(int seed) {
        Network network = Fabrics.leafSpine(TransportKind.IDEAL, 4);
        List<Activity> load = burst(network, seed, 4_000_000);
        int count = load.size();
        List<Activity> reversed = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            Transfer from = (Transfer) load.get(count - 1 - id);
            reversed.add(new Transfer(id, from.ports(), from.bytes(), from.earliestStartNs(), from.after()));
        }
        FluidResult straight = Fluid.run(network, load, List.of(), ALL, 1);
        FluidResult turned = Fluid.run(network, reversed, List.of(), ALL, 1);
        for (int id = 0; id < count; id++) {
            assertThat((double) turned.endNs(count - 1 - id)).isCloseTo((double) straight.endNs(id), within(1.0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void aLongerDelayNeverEndsAChainEarlierAtIdealShares(int seed) {
        Network network = Fabrics.star(TransportKind.IDEAL, 4);
        Random random = new Random(seed);
        long before = -1;
        for (int step = 0; step < 5; step++) {
            long delayNs = (long) step * (1 + random.nextInt(20_000));
            List<Activity> chain = new ArrayList<>();
            chain.add(new Delay(0, step == 0 ? 0 : Math.max(delayNs, 1), 0, new int[0]));
            for (int id = 1; id <= 6; id++) {
                int[] ports = Fabrics.path(network, "h" + id % 3, "s", "h3");
                chain.add(new Transfer(id, ports, 100_000L * id, 0, new int[] {id - 1}));
            }
            long end = Fluid.run(network, chain, List.of(), ALL, 1).makespanNs();
            if (step == 0) {
                before = end;
            }
            assertThat(end).as("seed %d", seed).isGreaterThanOrEqualTo(before);
        }
    }

    /** Transfers and delays at random times, some of them waiting for earlier ones. */
    private static List<Activity> load(Network network, int seed, int factor) {
        Random random = new Random(seed);
        List<Activity> all = new ArrayList<>();
        for (int id = 0; id < 60; id++) {
            int[] after = id > 0 && random.nextInt(3) == 0 ? new int[] {random.nextInt(id)} : new int[0];
            if (random.nextInt(10) == 0) {
                all.add(new Delay(id, random.nextInt(30_000), random.nextInt(100_000), after));
            } else {
                int[] ports = path(network, random);
                long bytes = (long) factor * random.nextInt(600_000);
                all.add(new Transfer(id, ports, bytes, random.nextInt(100_000), after));
            }
        }
        return all;
    }

    private static List<Activity> burst(Network network, int seed, long bytes) {
        Random random = new Random(seed);
        List<Activity> all = new ArrayList<>();
        for (int id = 0; id < 24; id++) {
            all.add(new Transfer(id, crossing(network, random), bytes, 0, new int[0]));
        }
        return all;
    }

    private static int[] crossing(Network network, Random random) {
        int source = random.nextInt(4);
        int destination = 4 + random.nextInt(4);
        return Fabrics.path(network, "h" + source, "leaf0", "spine" + random.nextInt(2), "leaf1", "h" + destination);
    }

    private static int[] path(Network network, Random random) {
        int source = random.nextInt(8);
        int destination = (source + 1 + random.nextInt(7)) % 8;
        return source / 4 == destination / 4
                ? Fabrics.path(network, "h" + source, "leaf" + source / 4, "h" + destination)
                : Fabrics.path(
                        network,
                        "h" + source,
                        "leaf" + source / 4,
                        "spine" + random.nextInt(2),
                        "leaf" + destination / 4,
                        "h" + destination);
    }
}
