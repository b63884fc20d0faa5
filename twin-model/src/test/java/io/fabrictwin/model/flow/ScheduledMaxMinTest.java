package io.fabrictwin.model.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Hand examples of links that serve classes. */
final class ScheduledMaxMinTest {
    private static final Offset<Double> EXACT = Offset.offset(1e-6);
    private static final List<ServiceClass> HALVES = List.of(new ServiceClass(0, 50), new ServiceClass(0, 50));

    /** Two backlogged classes 50/50 with one and three flows: shares go by class, not by flow. */
    @Test
    void classesShareBeforeFlowsDo() {
        Problem problem = flowsOnOne(100, 4);
        assertThat(new ScheduledMaxMin().solve(problem, c -> HALVES, new int[] {0, 1, 1, 1}))
                .containsExactly(new double[] {50, 50 / 3.0, 50 / 3.0, 50 / 3.0}, EXACT);
    }

    /** A class that wants 10 leaves 90 to two others of weights 1 and 2. */
    @Test
    void unusedShareGoesToTheOthersInProportion() {
        Problem problem = flowsOnOne(100, 3);
        problem.setCap(0, 10);
        List<ServiceClass> classes = List.of(new ServiceClass(0, 1), new ServiceClass(0, 1), new ServiceClass(0, 2));
        assertThat(new ScheduledMaxMin().solve(problem, c -> classes, new int[] {0, 1, 2}))
                .containsExactly(new double[] {10, 30, 60}, EXACT);
    }

    @Test
    void higherTierGoesFirst() {
        Problem problem = flowsOnOne(100, 3);
        problem.setCap(0, 70);
        List<ServiceClass> classes = List.of(new ServiceClass(1, 1), new ServiceClass(0, 1));
        assertThat(new ScheduledMaxMin().solve(problem, c -> classes, new int[] {0, 1, 1}))
                .containsExactly(new double[] {70, 15, 15}, EXACT);
    }

    /** Half of A is more than B lets the first flow have; its class's rest on A goes to the other class. */
    @Test
    void aFlowHeldElsewhereLeavesItsShare() {
        Problem problem = Problems.constraints(100, 20);
        Problems.variable(problem, 1, 0, 1, 1, 1);
        Problems.variable(problem, 1, 0, 1);
        ScheduledMaxMin solver = new ScheduledMaxMin();
        assertThat(solver.solve(problem, c -> HALVES, new int[] {0, 0, 1}))
                .containsExactly(new double[] {20, 80}, EXACT);
        assertThat(solver.passes()).isLessThanOrEqualTo(4);
    }

    /** The same flow in its own class on A but, by a wrong map, in the others' class on B. */
    @Test
    void classesMayDifferFromHopToHop() {
        Problem problem = Problems.constraints(100, 30);
        Problems.variable(problem, 1, 0, 1, 1, 1);
        Problems.variable(problem, 1, 1, 1);
        Problems.variable(problem, 1, 1, 1);
        assertThat(new ScheduledMaxMin().solve(problem, c -> HALVES, new int[] {0, 1, 1, 0}))
                .containsExactly(new double[] {7.5, 7.5, 15}, EXACT);
    }

    @Test
    void refusesAnUnknownClass() {
        Problem problem = flowsOnOne(100, 1);
        assertThatThrownBy(() -> new ScheduledMaxMin().solve(problem, c -> HALVES, new int[] {2}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no class 2 on constraint 0");
    }

    private static Problem flowsOnOne(double capacity, int flows) {
        Problem problem = Problems.constraints(capacity);
        for (int v = 0; v < flows; v++) {
            Problems.variable(problem, 1, 0, 1);
        }
        return problem;
    }
}
