package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.frame.FabricFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedBaseTest {
    /** Of the switches, of links, of queues of its own, of jobs: some share what is run on the base, some do not. */
    private static final List<Change> CHANGES = Arrays.asList(MiniatureFabric.changes(
            "ecn-kmin=50KB",
            "priority@job0=5",
            "link-rate@h1:leaf0=25Gbit/s",
            "compute-factor@job0/1=1.5",
            "nccl-algorithm@job0=tree",
            "ecn-kmin=100KB",
            "ecn-kmin=50KB"));

    @Test
    void whatWasAskedBeforeChangesNothing() {
        MiniatureFabric fabric = MiniatureFabric.healthy();
        FabricFrame frame = fabric.frame();
        WorkloadWindow window = fabric.window();
        long stepNs = fabric.stepNs();
        long forkNs = fabric.forkNs();
        List<Scenario> scenarios = new ArrayList<>();
        for (Reading reading : Reading.values()) {
            for (long toNs : new long[] {4 * stepNs, 6 * stepNs}) {
                CHANGES.forEach(change -> scenarios.add(
                        new Scenario("test", forkNs, forkNs, toNs, List.of(change), toNs / stepNs, reading)));
            }
        }

        Forecaster forecaster = Forecaster.of(frame, window);

        assertThat(scenarios)
                .allSatisfy(scenario -> assertThat(forecaster.forecast(scenario))
                        .isEqualTo(Forecaster.forecast(frame, window, scenario)));
    }
}
