package io.fabrictwin.model.queue;

/** How far a scenario has come that was asked of workers. */
public enum ScenarioStage {
    /** Asked, and no worker has begun. */
    WAITING,
    /** A worker is at it. */
    RUNNING,
    /** The forecast is in its topic. */
    DONE,
    /** There is no answer to such a question; the detail says why. */
    REFUSED,
    /** It was tried and went wrong; the detail says how. */
    FAILED,
    /** It was taken back before there was an answer. */
    CANCELLED;

    /** Whether no worker will do anything more about it. */
    public boolean isLast() {
        return this != WAITING && this != RUNNING;
    }
}
