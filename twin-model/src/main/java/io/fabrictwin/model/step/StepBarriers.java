package io.fabrictwin.model.step;

import java.util.List;

/**
 * The activities that mark a step in a run.
 *
 * @param end over when the step is
 * @param collectives in order of their index
 */
public record StepBarriers(int end, List<CollectiveBarriers> collectives) {
    public StepBarriers {
        collectives = List.copyOf(collectives);
    }

    /**
     * The activities that mark a collective: the end of each is the instant it marks.
     *
     * @param startByRank over when the rank begins the collective
     * @param doneByRank over when the rank is done with it
     */
    public record CollectiveBarriers(List<Integer> startByRank, List<Integer> doneByRank) {
        public CollectiveBarriers {
            startByRank = List.copyOf(startByRank);
            doneByRank = List.copyOf(doneByRank);
        }
    }
}
