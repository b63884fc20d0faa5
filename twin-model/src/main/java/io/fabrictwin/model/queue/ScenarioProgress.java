package io.fabrictwin.model.queue;

import org.jspecify.annotations.Nullable;

/**
 * How a worker is doing with a scenario.
 *
 * @param id the scenario's
 * @param worker name of the worker that tells
 * @param detail one line for people; empty where there is nothing to say
 * @param forecastKey key of the forecast in its topic; null: there is none
 * @param toldTimeNs when this was told, ns since 1970
 */
public record ScenarioProgress(
        String id,
        String worker,
        ScenarioStage stage,
        String detail,
        @Nullable String forecastKey,
        long toldTimeNs) implements ScenarioNote {
    @Override
    public String key() {
        return "progress/" + id;
    }
}
