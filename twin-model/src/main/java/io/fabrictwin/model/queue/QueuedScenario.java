package io.fabrictwin.model.queue;

import org.jspecify.annotations.Nullable;

/**
 * A scenario that was asked of workers, and how far it has come.
 *
 * @param progress what a worker told last; null: none has begun
 * @param isCancelled whether it was taken back
 * @param ahead scenarios that were asked before it and have no answer yet; 0 where it has its answer itself
 */
public record QueuedScenario(ScenarioAsked asked, @Nullable ScenarioProgress progress, boolean isCancelled, int ahead) {
    /** How far it has come; one that was taken back is cancelled as soon as no worker is at it. */
    public ScenarioStage stage() {
        ScenarioStage told = progress == null ? ScenarioStage.WAITING : progress.stage();
        return isCancelled && told == ScenarioStage.WAITING ? ScenarioStage.CANCELLED : told;
    }

    /** One line for people; empty where there is nothing to say. */
    public String detail() {
        if (progress != null) {
            return progress.detail();
        }
        return ahead > 0 && !isCancelled ? ahead + " ahead" : "";
    }
}
