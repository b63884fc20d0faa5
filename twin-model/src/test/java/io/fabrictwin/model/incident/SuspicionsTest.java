package io.fabrictwin.model.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Severity;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuspicionsTest {
    private static final FabricId FABRIC = new FabricId("lab");
    private static final FabricFrame FRAME = FabricFrame.of(FABRIC, Map.of(), Positions.NONE);
    private static final long STEP_NS = 1_000_000;
    /** Eight healthy steps, then four of twice the time. */
    private static final SlowSpan SPAN = span();

    private static SlowSpan span() {
        List<Lap> laps = new ArrayList<>();
        long startNs = 0;
        for (int step = 0; step < 12; step++) {
            long endNs = startNs + (step < 8 ? STEP_NS : 2 * STEP_NS);
            laps.add(new Lap(step, startNs, endNs, false, step >= 8, null));
            startNs = endNs;
        }
        return new SlowSpan(new JobId("job0"), 8 * STEP_NS, startNs, STEP_NS, STEP_NS * 11 / 10, laps);
    }

    private static List<RankedCause> causes(Finding... findings) {
        return new Suspicions(FRAME, SPAN, null).of(List.of(findings));
    }

    private static Finding finding(FindingKind kind, long startNs) {
        return new Finding(
                FABRIC, kind, Severity.WARNING, startNs, null, List.of("leaf0:Ethernet1"), "told", List.of(), null);
    }

    @ParameterizedTest
    @CsvSource({
        "ROUTES_BROKEN, ROUTES_BROKEN",
        "SUBNET_MANAGER_MOVED, SUBNET_MANAGER_MOVED",
        "NIC_SLOW, SLOW_NIC",
        "GPU_NIC_FAR, FAR_NIC",
        "ERRORS_RISING, DEGRADED_OPTIC",
    })
    void whatBeganWithTheSlowStepsIsNamed(FindingKind kind, Cause cause) {
        assertThat(causes(finding(kind, 8 * STEP_NS)))
                .singleElement()
                .satisfies(ranked -> assertThat(ranked.cause()).isEqualTo(cause))
                .satisfies(ranked -> assertThat(ranked.score()).isGreaterThanOrEqualTo(RankedCause.LEAST_SCORE));
    }

    @Test
    void whatStoodWhenStepsWereHealthyIsNotNamedByItself() {
        for (FindingKind kind : List.of(FindingKind.NIC_SLOW, FindingKind.GPU_NIC_FAR, FindingKind.ROUTES_BROKEN)) {
            assertThat(causes(finding(kind, 0)))
                    .allSatisfy(ranked -> assertThat(ranked.score()).isLessThan(RankedCause.LEAST_SCORE));
        }
    }

    @Test
    void effectsAreNoCauses() {
        assertThat(causes(
                        finding(FindingKind.STEPS_STRETCHED, 8 * STEP_NS),
                        finding(FindingKind.CREDITS_STARVED, 8 * STEP_NS),
                        finding(FindingKind.RAILS_UNEVEN, 8 * STEP_NS),
                        finding(FindingKind.RECOVERY_SLOW, 8 * STEP_NS)))
                .isEmpty();
    }
}
