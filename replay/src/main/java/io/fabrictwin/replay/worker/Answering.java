package io.fabrictwin.replay.worker;

import io.fabrictwin.model.queue.ScenarioAsked;

/** Answers one scenario, and publishes the forecast where there is one. */
@FunctionalInterface
public interface Answering {
    /** Runs until there is an answer; an interrupt means that nobody wants it any more. */
    Outcome answer(ScenarioAsked asked);
}
