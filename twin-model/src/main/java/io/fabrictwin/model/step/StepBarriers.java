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
     * @param work what the collective does
     * @param startByRank over when the rank begins the collective
     * @param doneByRank over when the rank is done with it
     * @param transfersByMessage ids of the transfers that each message is split into; not to be changed
     */
    public record CollectiveBarriers(
            CollectiveWork work, List<Integer> startByRank, List<Integer> doneByRank, List<int[]> transfersByMessage) {
        public CollectiveBarriers {
            startByRank = List.copyOf(startByRank);
            doneByRank = List.copyOf(doneByRank);
            transfersByMessage = List.copyOf(transfersByMessage);
        }
    }
}
