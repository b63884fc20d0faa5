package io.fabrictwin.replay.job;

import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import java.util.List;
import java.util.SortedMap;

/**
 * The fabric at the end of one step of a replay, and what came in that step.
 *
 * @param timeNs the step's end, ns since 1970
 * @param frame all events up to then are in it
 * @param eventsByType events of the step, by type; duplicates count each
 * @param completed steps of the job asked about that were told of in it, in order
 */
public record SteppedFrame(
        long timeNs, FabricFrame frame, SortedMap<String, Long> eventsByType, List<StepCompleted> completed) {
    public SteppedFrame {
        completed = List.copyOf(completed);
    }
}
