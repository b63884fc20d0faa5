package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LosslessRatesTest {
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final Offset<Double> NEAR = within(1e-6);

    @Test
    void aParkingLotFavoursWhoJoinsLast() {
        // Hosts 0 to 3 join a chain of links 4, 5, 6 one by one; 7 is the exit.
        List<int[]> paths = List.of(
                new int[] {0, 4, 5, 6, 7}, new int[] {1, 4, 5, 6, 7}, new int[] {2, 5, 6, 7}, new int[] {3, 6, 7});
        double[] rate = rates(paths, 8).rate();
        assertThat(rate).containsExactly(new double[] {0.125, 0.125, 0.25, 0.5}, NEAR);
    }

    @Test
    void whatAPortDoesNotUseIsForItsOwnFlowsFirst() {
        // Flows 0 and 1 share port 4 into link 5, flow 2 has port 2 to itself; flow 0 wants little.
        LosslessRates.Result result =
                solve(List.of(new int[] {0, 4, 5}, new int[] {1, 4, 5}, new int[] {2, 5}), ones(6), new double[] {
                    0.1, INF, INF
                });
        assertThat(result.rate()).containsExactly(new double[] {0.1, 0.4, 0.5}, NEAR);
    }

    @Test
    void aVictimIsHeldToItsCulprit() {
        // Victim 0 and culprit 1 share link 9; culprits 1 to 3 share exit 10.
        List<int[]> paths = List.of(new int[] {0, 9, 11}, new int[] {1, 9, 10}, new int[] {2, 10}, new int[] {3, 10});
        LosslessRates.Result result = rates(paths, 12);
        assertThat(result.rate()).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0}, NEAR);
        assertThat(result.heldShare()[9]).isCloseTo(1 / 3.0, NEAR);
        assertThat(result.heldShare()[0]).as("its host, too").isCloseTo(2 / 3.0, NEAR);
        assertThat(result.heldShare()[10]).as("the root is full, not held").isZero();
    }

    @Test
    void aVictimGetsTheCulpritsRateTimesTheirMix() {
        // Two culprits and a victim share link 9: r_v = r_c (1 - x_c) / x_c with r_c = 2/4, x_c = 2/3.
        List<int[]> paths =
                List.of(new int[] {0, 9, 11}, new int[] {1, 9, 10}, new int[] {2, 9, 10}, new int[] {3, 10});
        double[] rate = rates(paths, 12).rate();
        double culprits = rate[1] + rate[2];
        assertThat(culprits).isCloseTo(0.5, NEAR);
        assertThat(rate[0]).isCloseTo(culprits * (1 / 3.0) / (2 / 3.0), NEAR);
    }

    @Test
    void pausesReachFurtherUpstream() {
        // The culprit shares 8 with one victim, 9 with another; six others meet it at the exit.
        List<int[]> paths =
                new ArrayList<>(List.of(new int[] {0, 8, 12}, new int[] {1, 8, 9, 10}, new int[] {2, 9, 13}));
        for (int host = 3; host < 8; host++) {
            paths.add(new int[] {host, 10});
        }
        LosslessRates.Result result = rates(paths, 14);
        assertThat(result.rate()[1]).isCloseTo(1 / 6.0, NEAR);
        assertThat(result.rate()[0]).isCloseTo(1 / 6.0, NEAR);
        assertThat(result.rate()[2]).as("by port as much as the culprit").isCloseTo(1 / 6.0, NEAR);
    }

    @Test
    void aSmallVictimIsNotHeld() {
        LosslessRates.Result result = solve(
                List.of(new int[] {0, 9, 11}, new int[] {1, 9, 10}, new int[] {2, 10}, new int[] {3, 10}),
                ones(12),
                new double[] {0.2, INF, INF, INF});
        assertThat(result.rate()[0]).isCloseTo(0.2, NEAR);
    }

    @Test
    void isMaxMinWhereEachFlowHasItsOwnPortAndNobodyIsHeldUp() {
        SplittableRandom random = new SplittableRandom(3);
        for (int run = 0; run < 200; run++) {
            int hosts = random.nextInt(2, 12);
            double[] capacity = new double[2 * hosts];
            double[] demand = new double[hosts];
            List<int[]> paths = new ArrayList<>();
            for (int host = 0; host < hosts; host++) {
                capacity[host] = 0.5 + random.nextDouble();
                capacity[hosts + host] = 0.5 + random.nextDouble();
                demand[host] = random.nextBoolean() ? INF : random.nextDouble();
                paths.add(new int[] {host, hosts + random.nextInt(hosts)});
            }
            double[] rate = solve(paths, capacity, demand).rate();
            assertThat(rate).containsExactly(maxMin(paths, capacity, demand), NEAR);
        }
    }

    @Test
    void isFeasibleAndEveryFlowHasAReason() {
        SplittableRandom random = new SplittableRandom(8);
        int unsettled = 0;
        for (int run = 0; run < 500; run++) {
            int leaves = 4;
            int hosts = 4;
            int spines = random.nextInt(1, 5);
            int uplinks = 2 * leaves * hosts;
            double[] capacity = ones(uplinks + 2 * leaves * spines);
            List<int[]> paths = new ArrayList<>();
            for (int flow = random.nextInt(1, 30); flow > 0; flow--) {
                int from = random.nextInt(leaves * hosts);
                int to = random.nextInt(leaves * hosts);
                int spine = random.nextInt(spines);
                int up = uplinks + from / hosts * spines + spine;
                int down = uplinks + (leaves + to / hosts) * spines + spine;
                int exit = leaves * hosts + to;
                paths.add(from / hosts == to / hosts ? new int[] {from, exit} : new int[] {from, up, down, exit});
            }
            LosslessRates.Result result = solve(paths, capacity, filled(paths.size(), INF));
            double[] load = new double[capacity.length];
            for (int flow = 0; flow < paths.size(); flow++) {
                for (int link : paths.get(flow)) {
                    load[link] += result.rate()[flow];
                }
            }
            assertThat(Arrays.stream(load).max().orElse(0)).isLessThanOrEqualTo(1 + 1e-6);
            unsettled += result.unrest() > 0 ? 1 : 0;
            for (int flow = 0; flow < paths.size() && result.unrest() == 0; flow++) {
                assertThat(result.rate()[flow]).isPositive();
                assertThat(Arrays.stream(paths.get(flow)))
                        .anyMatch(link -> load[link] >= 1 - 1e-6 || result.heldShare()[link] > 0);
            }
        }
        assertThat(unsettled).isLessThanOrEqualTo(5);
    }

    @Test
    void refusesWhatItCannotSolve() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rates(List.of(new int[] {0, 5}), 3))
                .withMessageContaining("5");
        assertThatIllegalArgumentException().isThrownBy(() -> rates(List.of(new int[0]), 3));
    }

    private static LosslessRates.Result rates(List<int[]> paths, int links) {
        return solve(paths, ones(links), filled(paths.size(), INF));
    }

    private static LosslessRates.Result solve(List<int[]> paths, double[] capacity, double[] demand) {
        return LosslessRates.of(capacity, offset(paths), links(paths), demand);
    }

    private static double[] maxMin(List<int[]> paths, double[] capacity, double[] demand) {
        Problem problem = new Problem();
        for (double c : capacity) {
            problem.addConstraint(c);
        }
        for (int flow = 0; flow < paths.size(); flow++) {
            problem.addVariable(1, demand[flow]);
            for (int link : paths.get(flow)) {
                problem.use(link, 1);
            }
        }
        return Arrays.copyOf(new MaxMin().solve(problem), paths.size());
    }

    private static int[] offset(List<int[]> paths) {
        int[] offset = new int[paths.size() + 1];
        for (int flow = 0; flow < paths.size(); flow++) {
            offset[flow + 1] = offset[flow] + paths.get(flow).length;
        }
        return offset;
    }

    private static int[] links(List<int[]> paths) {
        return paths.stream().flatMapToInt(Arrays::stream).toArray();
    }

    private static double[] ones(int count) {
        return filled(count, 1);
    }

    private static double[] filled(int count, double value) {
        double[] values = new double[count];
        Arrays.fill(values, value);
        return values;
    }
}
