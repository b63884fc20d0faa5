package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fabrictwin.model.pause.Deadlock.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BufferGraphTest {
    private static final double INF = Double.POSITIVE_INFINITY;

    @Test
    void tellsTheRoutesThatCloseARing() {
        List<Route> routes = List.of(
                Route.of(3, 10, 0, 1, 11),
                Route.of(3, 12, 1, 2, 13),
                Route.of(3, 14, 2, 0, 15),
                Route.of(3, 10, 0, 15));
        double[] capacity = ones(16);
        List<Deadlock> deadlocks = BufferGraph.of(routes).deadlocks(capacity, new double[] {1, 1, 1, 0});
        assertThat(deadlocks)
                .containsExactly(new Deadlock(
                        List.of(new Buffer(0, 3), new Buffer(1, 3), new Buffer(2, 3)), List.of(0, 1, 2), true));
        assertThat(BufferGraph.of(routes.subList(0, 2)).isFreeOfCycles()).isTrue();
    }

    @Test
    void isProbableOnlyIfAllLinksOfARingFillAtOnce() {
        List<Route> routes = List.of(Route.of(0, 0, 1), Route.of(0, 1, 2), Route.of(0, 2, 0));
        BufferGraph graph = BufferGraph.of(routes);
        assertThat(graph.deadlocks(ones(3), new double[] {INF, INF, INF}).get(0).isProbable())
                .isTrue();
        assertThat(graph.deadlocks(ones(3), new double[] {0.3, 0.3, INF}).get(0).isProbable())
                .isFalse();
        // Link 1 is wide: it cannot fill.
        assertThat(graph.deadlocks(new double[] {1, 9, 1}, new double[] {INF, INF, INF})
                        .get(0)
                        .isProbable())
                .isFalse();
    }

    @Test
    void aPriorityThatDropsWaitsForNobody() {
        List<Route> routes =
                List.of(Route.of(0, 0, 1), Route.of(0, 1, 2), new Route(new int[] {2, 0}, new int[] {0, -1}));
        assertThat(BufferGraph.of(routes).isFreeOfCycles()).isTrue();
    }

    @Test
    void aRouteThatComesBackWaitsForItself() {
        List<Deadlock> deadlocks = BufferGraph.of(List.of(Route.of(0, 4, 5, 4))).deadlocks(ones(6), new double[] {INF});
        assertThat(deadlocks).hasSize(1);
        assertThat(deadlocks.get(0).cycle()).containsExactly(new Buffer(4, 0), new Buffer(5, 0));
    }

    @Test
    void findsTheKnotsThatReachabilityFinds() {
        SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 500; run++) {
            int links = random.nextInt(3, 14);
            List<Route> routes = new ArrayList<>();
            boolean[][] reach = new boolean[links][links];
            for (int r = random.nextInt(1, 9); r > 0; r--) {
                int[] path = random.ints(random.nextInt(1, 5), 0, links).toArray();
                routes.add(Route.of(0, path));
                for (int hop = 0; hop + 1 < path.length; hop++) {
                    reach[path[hop]][path[hop + 1]] = true;
                }
            }
            boolean[][] direct = Arrays.stream(reach).map(boolean[]::clone).toArray(boolean[][]::new);
            for (int via = 0; via < links; via++) {
                for (int a = 0; a < links; a++) {
                    for (int b = 0; b < links; b++) {
                        reach[a][b] |= reach[a][via] && reach[via][b];
                    }
                }
            }
            int knots = 0;
            for (int a = 0; a < links; a++) {
                boolean isLowest = reach[a][a];
                for (int b = 0; b < a; b++) {
                    isLowest &= !(reach[a][b] && reach[b][a]);
                }
                knots += isLowest ? 1 : 0;
            }
            double[] demand = new double[routes.size()];
            Arrays.fill(demand, INF);
            List<Deadlock> deadlocks = BufferGraph.of(routes).deadlocks(ones(links), demand);
            assertThat(deadlocks).hasSize(knots);
            assertThat(BufferGraph.of(routes).isFreeOfCycles()).isEqualTo(knots == 0);
            for (Deadlock deadlock : deadlocks) {
                List<Buffer> cycle = deadlock.cycle();
                assertThat(cycle).doesNotHaveDuplicates().isNotEmpty();
                for (int k = 0; k < cycle.size(); k++) {
                    Buffer next = cycle.get((k + 1) % cycle.size());
                    assertThat(direct[cycle.get(k).link()][next.link()]).isTrue();
                }
            }
        }
    }

    @Test
    void refusesLinksWithoutCapacity() {
        BufferGraph graph = BufferGraph.of(List.of(Route.of(0, 0, 7)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> graph.deadlocks(ones(3), new double[] {1}))
                .withMessageContaining("7");
        assertThatIllegalArgumentException().isThrownBy(() -> graph.deadlocks(ones(8), new double[0]));
        assertThatIllegalArgumentException().isThrownBy(() -> new Route(new int[] {1}, new int[0]));
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
