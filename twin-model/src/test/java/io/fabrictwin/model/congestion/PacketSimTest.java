package io.fabrictwin.model.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The engine against packet-level runs: mean absolute logarithmic error of a flow's completion time and of the makespan,
 * by set of cases. Own cases with closed-form answers are always run; the shared tables as well where they are.
 */
final class PacketSimTest {
    /** Upper bounds by set: mean error of a flow, mean error of the makespan. Measured values plus a modest slack. */
    private static final Map<String, double[]> BANDS = Map.of(
            "solo", new double[] {0.005, 0.005},
            "incast", new double[] {0.065, 0.035},
            "ecn", new double[] {0.045, 0.02},
            "lsincast", new double[] {0.085, 0.035},
            "victim", new double[] {0.025, 0.014},
            "perm", new double[] {0.06, 0.052},
            "coll", new double[] {0.105, 0.038},
            "jobs", new double[] {0.215, 0.055});

    private static final double CLOSED_FORM = 0.003;

    @Test
    void meetsClosedForms() {
        for (PacketSimCases.Case expected : PacketSimCases.read(Path.of("src/test/resources/packet-sim"))) {
            double[] errors = errors(expected);
            assertThat(errors[1]).as("makespan of %s", expected.id()).isLessThan(CLOSED_FORM);
            assertThat(errors[0]).as("flows of %s", expected.id()).isLessThan(CLOSED_FORM);
        }
    }

    @Test
    void staysInItsBandsOfThePacketLevelTables() {
        Path shared = Path.of("../../shared/reference/packet-sim");
        Path folder = Files.isDirectory(shared) ? shared : Path.of("src/test/resources/packet-sim");
        Map<String, List<double[]>> bySet = new TreeMap<>();
        for (PacketSimCases.Case expected : PacketSimCases.read(folder)) {
            bySet.computeIfAbsent(expected.set(), set -> new ArrayList<>()).add(errors(expected));
        }
        assertThat(bySet).isNotEmpty();
        bySet.forEach((set, errors) -> {
            double[] band = BANDS.getOrDefault(set, new double[2]);
            double flow =
                    errors.stream().mapToDouble(error -> error[0]).average().orElseThrow();
            double makespan =
                    errors.stream().mapToDouble(error -> error[1]).average().orElseThrow();
            assertThat(flow).as("flows of set %s, %d cases", set, errors.size()).isLessThan(band[0]);
            assertThat(makespan)
                    .as("makespan of set %s, %d cases", set, errors.size())
                    .isLessThan(band[1]);
        });
    }

    private static double[] errors(PacketSimCases.Case expected) {
        FluidResult result = Fluid.run(expected.network(), expected.flows(), List.of(), new int[0], 1);
        double sum = 0;
        for (int id = 0; id < expected.flows().size(); id++) {
            double predicted = result.endNs(id) - result.startNs(id);
            sum += Math.abs(Math.log(predicted / (expected.endNs()[id] - expected.startNs()[id])));
        }
        return new double[] {
            sum / expected.flows().size(), Math.abs(Math.log((double) result.makespanNs() / expected.makespanNs()))
        };
    }
}
