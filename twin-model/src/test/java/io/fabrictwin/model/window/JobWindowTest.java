package io.fabrictwin.model.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.StepSample;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobWindowTest {
    private static final long SECOND_NS = 1_000_000_000L;

    @Test
    void tellsOfTheStepsThatEndedInTheWindow() {
        List<StepSample> samples = List.of(
                step(0, 0, 50L, 100, Map.of(0, 50L, 1, 1L)),
                step(1, 100, 102L, 104, Map.of(0, 1L, 1, 2L, 2, 1L)),
                step(2, 104, 107L, 110, Map.of(0, 1L, 1, 3L, 2, 1L)));
        JobWindow window = of(samples, 111 * SECOND_NS, Span.TEN_SECONDS).orElseThrow();
        assertThat(window)
                .isEqualTo(new JobWindow(
                        Span.TEN_SECONDS,
                        110 * SECOND_NS,
                        SECOND_NS,
                        2,
                        5.0 * SECOND_NS,
                        6 * SECOND_NS,
                        0.5,
                        1,
                        2.5 * SECOND_NS,
                        1.0 * SECOND_NS,
                        List.of(),
                        null,
                        null));
        assertThat(of(samples, 0, Span.HOUR).orElseThrow().steps()).isEqualTo(3);
    }

    @Test
    void whatIsNotToldIsUnknown() {
        JobWindow window = of(
                        List.of(
                                step(0, 0, null, 1, Map.of()),
                                new StepSample(1, 5L, null, null, new TreeMap<>(), List.of())),
                        0,
                        Span.SECOND)
                .orElseThrow();
        assertThat(window.exposedShare()).isNull();
        assertThat(window.slowestRank()).isNull();
        assertThat(of(List.of(), 0, Span.SECOND)).isEmpty();
    }

    private static Optional<JobWindow> of(List<StepSample> samples, long reachNs, Span span) {
        return JobWindow.of(samples, List.of(), Map.of(), reachNs, span);
    }

    private static StepSample step(
            long number, long startSecond, Long computeEndSecond, long endSecond, Map<Integer, Long> computeSeconds) {
        TreeMap<Integer, Long> computeNs = new TreeMap<>();
        computeSeconds.forEach((rank, seconds) -> computeNs.put(rank, seconds * SECOND_NS));
        return new StepSample(
                number,
                startSecond * SECOND_NS,
                computeEndSecond == null ? null : (Long) (computeEndSecond * SECOND_NS),
                endSecond * SECOND_NS,
                computeNs,
                List.of());
    }
}
