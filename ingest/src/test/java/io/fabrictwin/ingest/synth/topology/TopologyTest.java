package io.fabrictwin.ingest.synth.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyTest {
    private static final Chooser FIRST = (node, ways, flow) -> 0;

    /** Spreads over all ways without regard to who chooses. */
    private static final Chooser BY_FLOW =
            (node, ways, flow) -> (int) Long.remainderUnsigned(flow >>> (node % 7), ways);

    @ParameterizedTest
    @CsvSource({
        "LEAF_SPINE, 64, 8, 8, 8, 8",
        "LEAF_SPINE, 1024, 32, 32, 32, 32",
        "LEAF_SPINE, 4096, 64, 64, 64, 64",
        "RAIL, 64, 16, 4, 4, 16",
        "RAIL, 1024, 16, 64, 64, 16",
        "RAIL, 4096, 64, 64, 64, 64",
    })
    void twoTiersHaveAsManyPortsUpAsDown(
            TopologyKind kind, int nics, int leaves, int down, int spines, int portsOfSpine) {
        Wiring wiring = Topology.of(kind, nics, 1, false).wiring();
        assertThat(nodesOfTier(wiring, 1)).hasSize(leaves);
        assertThat(nodesOfTier(wiring, 2)).hasSize(spines);
        for (int leaf : nodesOfTier(wiring, 1)) {
            assertThat(neighboursOfTier(wiring, leaf, 0)).hasSize(down);
            assertThat(neighboursOfTier(wiring, leaf, 2)).hasSize(spines);
        }
        for (int spine : nodesOfTier(wiring, 2)) {
            assertThat(wiring.degree(spine)).isEqualTo(portsOfSpine);
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 8, 4", "128, 8, 8", "1024, 16, 16", "4096, 32, 16"})
    void aFatTreeIsMadeOfEqualSwitches(int nics, int ports, int pods) {
        Wiring wiring = Topology.of(TopologyKind.FAT_TREE, nics, 1, false).wiring();
        assertThat(nodesOfTier(wiring, 1)).hasSize(pods * ports / 2);
        assertThat(nodesOfTier(wiring, 2)).hasSize(pods * ports / 2);
        assertThat(nodesOfTier(wiring, 3)).hasSize(ports * ports / 4);
        for (int node = nics; node < wiring.nodes(); node++) {
            assertThat(wiring.degree(node)).isEqualTo(wiring.tier(node) == 3 ? pods : ports);
        }
        for (int core : nodesOfTier(wiring, 3)) {
            assertThat(neighboursOfTier(wiring, core, 2)).as("one a pod").hasSize(pods);
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 2, 8", "1024, 4, 32", "4096, 6, 57"})
    void aDragonflyJoinsAllRoutersOfAGroupAndAllGroups(int nics, int half, int groups) {
        Wiring wiring = Topology.of(TopologyKind.DRAGONFLY, nics, 1, true).wiring();
        List<Integer> routers = List.copyOf(nodesOfTier(wiring, 1));
        int inGroup = 2 * half;
        assertThat(routers).hasSize(groups * inGroup);
        Set<Set<Integer>> joined = new HashSet<>();
        for (int router : routers) {
            int group = (router - nics) / inGroup;
            Set<Integer> others = new TreeSet<>();
            int global = 0;
            for (int neighbour : neighboursOfTier(wiring, router, 1)) {
                int theirs = (neighbour - nics) / inGroup;
                if (theirs == group) {
                    others.add(neighbour);
                } else {
                    global++;
                    joined.add(Set.of(group, theirs));
                }
            }
            assertThat(others).hasSize(inGroup - 1);
            assertThat(global).isLessThanOrEqualTo(half);
            assertThat(neighboursOfTier(wiring, router, 0)).hasSizeLessThanOrEqualTo(half);
        }
        assertThat(joined).hasSize(groups * (groups - 1) / 2);
    }

    @ParameterizedTest
    @CsvSource({
        "LEAF_SPINE, 1024, 2",
        "LEAF_SPINE, 64, 4",
        "RAIL, 256, 2",
        "FAT_TREE, 128, 2",
        "FAT_TREE, 1024, 4",
    })
    void aLeafIsOversubscribedAsAsked(TopologyKind kind, int nics, int ratio) {
        Wiring wiring = Topology.of(kind, nics, ratio, false).wiring();
        for (int leaf : nodesOfTier(wiring, 1)) {
            int down = neighboursOfTier(wiring, leaf, 0).size();
            assertThat(wiring.degree(leaf) - down).isEqualTo(down / ratio);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEAF_SPINE", "RAIL", "FAT_TREE", "DRAGONFLY"})
    void waysLeadFromNicToNicOverCablesThatAreThere(TopologyKind kind) {
        for (int nics : new int[] {64, 72, 128, 256, 1000, 1024, 4096}) {
            Topology topology = Topology.of(kind, nics, 1, false);
            Wiring wiring = topology.wiring();
            SplittableRandom random = new SplittableRandom(nics);
            for (int pair = 0; pair < 500; pair++) {
                int source = random.nextInt(nics);
                int destination = (source + 1 + random.nextInt(nics - 1)) % nics;
                int[] path = topology.path(source, destination, random.nextLong(), BY_FLOW);
                assertThat(wiring.from(path[0])).isEqualTo(source);
                assertThat(wiring.to(path[path.length - 1])).isEqualTo(destination);
                Set<Integer> nodes = new HashSet<>(Set.of(source));
                for (int hop = 0; hop < path.length; hop++) {
                    assertThat(nodes.add(wiring.to(path[hop]))).as("no loop").isTrue();
                    if (hop > 0) {
                        assertThat(wiring.from(path[hop])).isEqualTo(wiring.to(path[hop - 1]));
                        assertThat(wiring.isNic(wiring.from(path[hop]))).isFalse();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LEAF_SPINE", "RAIL", "FAT_TREE", "DRAGONFLY"})
    void everyNicHasOnePortAndEveryPortAName(TopologyKind kind) {
        Wiring wiring = Topology.of(kind, 1024, 1, false).wiring();
        Set<Object> ids = new HashSet<>();
        for (int port = 0; port < wiring.ports(); port++) {
            assertThat(ids.add(wiring.id(port))).isTrue();
        }
        for (int nic = 0; nic < wiring.nics(); nic++) {
            assertThat(wiring.degree(nic)).isEqualTo(1);
            assertThat(wiring.name(nic).value()).startsWith("server");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void anOversubscribedDragonflyIsRefused(int ratio) {
        assertThatThrownBy(() -> Topology.of(TopologyKind.DRAGONFLY, 64, ratio, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dragonfly");
    }

    @ParameterizedTest
    @CsvSource({"RAIL, 3, 1", "LEAF_SPINE, 1, 3"})
    void aRailKeepsToItsLeafWithinAGroup(TopologyKind kind, int sameRail, int alsoOtherwise) {
        Topology topology = Topology.of(kind, 64, 1, false);
        int nic = 8 + sameRail;
        // server 0 and server 1, same rail: one leaf in a rail fabric, two leaves of 8 NICs otherwise
        int hops = topology.path(sameRail, nic, 0, FIRST).length;
        assertThat(hops).isEqualTo(kind == TopologyKind.RAIL ? 2 : 4);
        // server 0, two rails: two leaves in a rail fabric, one otherwise
        assertThat(topology.path(0, alsoOtherwise, 0, FIRST)).hasSize(kind == TopologyKind.RAIL ? 4 : 2);
    }

    private static Set<Integer> nodesOfTier(Wiring wiring, int tier) {
        Set<Integer> nodes = new TreeSet<>();
        for (int node = 0; node < wiring.nodes(); node++) {
            if (wiring.tier(node) == tier) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    private static Set<Integer> neighboursOfTier(Wiring wiring, int node, int tier) {
        Set<Integer> neighbours = new TreeSet<>();
        for (int place = 0; place < wiring.degree(node); place++) {
            int neighbour = wiring.to(wiring.port(node, place));
            if (wiring.tier(neighbour) == tier) {
                neighbours.add(neighbour);
            }
        }
        return neighbours;
    }
}
