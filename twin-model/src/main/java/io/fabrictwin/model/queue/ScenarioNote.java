package io.fabrictwin.model.queue;

/**
 * What is asked of workers, and how they are doing with it, in a topic of which only the newest message of each key stays.
 * The notes of one scenario share its id; in the order of the topic the newest of each kind counts.
 */
public sealed interface ScenarioNote permits ScenarioAsked, ScenarioCancelled, ScenarioProgress {
    /** The scenario that this is about. */
    String id();

    /** The message's key: of each, the newest counts. */
    String key();
}
