package io.fabrictwin.model.training;

/**
 * How much of the communication of one kind hides: nothing more is seen of it than its last piece until the window is
 * used up, and all beyond it from there on.
 *
 * @param part where it counts
 * @param totalSeconds communication of a step
 * @param windowSeconds of a step behind which it may hide; 0 if it is waited for
 * @param exposedSeconds of it that lengthen the step
 */
public record Exposure(
        Part part, PlannedCollective.Phase phase, double totalSeconds, double windowSeconds, double exposedSeconds) {
    /** Whether more of it would lengthen the step by as much. */
    public boolean isPastHinge() {
        return totalSeconds > windowSeconds;
    }
}
