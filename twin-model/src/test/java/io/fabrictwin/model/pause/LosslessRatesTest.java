package io.fabrictwin.model.pause;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.flow.MaxMin;
import io.fabrictwin.model.flow.Problem;
import io.fabrictwin.model.pause.LosslessRates.Hold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        // The root is full, not held; the pauses reach the hosts, the victim's too.
        assertThat(result.holds()).extracting(Hold::link).containsExactly(0, 1, 2, 3, 9);
        assertThat(result.holds().get(4))
                .isEqualTo(new Hold(9, 10, 1, result.holds().get(4).share()));
        assertThat(result.holds().get(4).share()).isCloseTo(1 / 3.0, NEAR);
        assertThat(result.holds().get(0).root()).isEqualTo(9);
        assertThat(result.holds().get(1))
                .isEqualTo(new Hold(1, 10, 2, result.holds().get(1).share()));
        assertThat(result.holds().get(0).share()).isCloseTo(2 / 3.0, NEAR);
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
                        .anyMatch(link -> load[link] >= 1 - 1e-6
                                || result.holds().stream().anyMatch(hold -> hold.link() == link));
            }
        }
        assertThat(unsettled).isLessThanOrEqualTo(5);
    }

    /**
     * Independent packet-level runs (HPCC's simulator, pauses alone): 8 and 15 senders of 20 MB to host 15 over four leaves and
     * four spines at 100 Gbit/s. Links by name of the node they leave and reach: host, leaf to spine, spine to leaf.
     */
    @Test
    void sharesAnIncastOverLeavesLikePacketLevelRuns() {
        int[] eight = {20, 23, 22, 22, 20, 20, 22, 23};
        double[] ends = finishNs(incast(eight), 20e6 * 4152 / 4104);
        for (int flow : new int[] {0, 1, 6, 7}) {
            assertThat(ends[flow]).isCloseTo(9.716e6, within(0.03e6));
        }
        for (int flow : new int[] {2, 3, 4, 5}) {
            assertThat(ends[flow]).isCloseTo(12.95e6, within(0.03e6));
        }
        int[] fifteen = {22, 21, 22, 23, 22, 20, 20, 22, 20, 21, 23, 20, -1, -1, -1};
        ends = finishNs(incast(fifteen), 20e6 * 4152 / 4104);
        for (int flow : new int[] {1, 3, 9, 10}) {
            assertThat(ends[flow]).isCloseTo(17.80e6, within(0.05e6));
        }
        for (int flow : new int[] {0, 2, 4, 5, 6, 7, 8, 11}) {
            assertThat(ends[flow]).isCloseTo(24.27e6, within(0.05e6));
        }
    }

    /**
     * The same simulator's victim: it shares an uplink of 400 Gbit/s with 3 or 6 senders to another host, and gets 34.0 (small
     * buffer) or 36.5 and 16.9 or 17.4 Gbit/s on the wire.
     */
    @ParameterizedTest
    @CsvSource({"3, 34.0", "6, 16.9"})
    void holdsAVictimLikePacketLevelRuns(int senders, double gigabits) {
        double[] capacity = filled(senders + 5, 100);
        int up = senders + 3;
        capacity[up] = 400;
        capacity[up + 1] = 400;
        List<int[]> paths = new ArrayList<>();
        for (int sender = 0; sender <= senders; sender++) {
            paths.add(new int[] {sender, up, up + 1, sender < senders ? senders + 1 : senders + 2});
        }
        double[] rate = solve(paths, capacity, filled(senders + 1, INF)).rate();
        assertThat(rate[senders]).isCloseTo(gigabits, within(0.03 * gigabits));
    }

    /** Paths to host 15 under leaf 3; from host h under leaf h / 4 over the spine named, or straight if it is -1. */
    private static List<int[]> incast(int[] spines) {
        List<int[]> paths = new ArrayList<>();
        for (int host = 0; host < spines.length; host++) {
            int spine = spines[host] - 20;
            paths.add(
                    host / 4 == 3 ? new int[] {host, 15} : new int[] {host, 16 + host / 4 * 4 + spine, 32 + spine, 15});
        }
        return paths;
    }

    /** Ends of flows of equal size that start together, at 12.5 B/ns a link: rates hold until the next one ends. */
    private static double[] finishNs(List<int[]> paths, double bytes) {
        double[] left = filled(paths.size(), bytes);
        double[] ends = new double[paths.size()];
        double nowNs = 0;
        for (int ended = 0; ended < paths.size(); ) {
            List<Integer> open = IntStream.range(0, left.length)
                    .filter(flow -> left[flow] > 0)
                    .boxed()
                    .toList();
            double[] rate = solve(open.stream().map(paths::get).toList(), filled(36, 12.5), filled(open.size(), INF))
                    .rate();
            double spanNs = INF;
            for (int k = 0; k < rate.length; k++) {
                spanNs = Math.min(spanNs, left[open.get(k)] / rate[k]);
            }
            nowNs += spanNs;
            for (int k = 0; k < rate.length; k++) {
                int flow = open.get(k);
                left[flow] -= rate[k] * spanNs;
                if (left[flow] < 1) {
                    left[flow] = 0;
                    ends[flow] = nowNs;
                    ended++;
                }
            }
        }
        return ends;
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
