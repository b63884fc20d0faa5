package io.fabrictwin.model.ladder;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** All rungs. */
public final class Ladder {
    private Ladder() {}

    /** The rungs in the order of their ids. Nothing runs until a rung's checks are asked for. */
    public static List<Rung> rungs() {
        return Stream.<List<Rung>>of( //
                        CalibrationRungs.all(), //
                        DcqcnRungs.all(), //
                        FlowRungs.all(), //
                        MultipathRungs.all(), //
                        NcclRungs.all(), //
                        PauseRungs.all(), //
                        StepRungs.all())
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Rung::id))
                .toList();
    }
}
