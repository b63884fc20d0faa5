package io.fabrictwin.model.scenario;

import org.jspecify.annotations.Nullable;

/**
 * What of history a forecast was asked about, and from: two questions that differ in it alone have two answers.
 *
 * @param windowFromNs the steps asked about begin at or after this time, ns since 1970
 * @param windowToNs and before this time
 * @param reading how much of the recording was read
 * @param knownAtNs only what the log had taken in by then counted, ns since 1970; null: all that it held
 */
public record ForecastScope(
        long windowFromNs,
        long windowToNs,
        Reading reading,
        @Nullable Long knownAtNs) {
    static ForecastScope of(Scenario scenario) {
        return new ForecastScope(scenario.windowFromNs(), scenario.windowToNs(), scenario.reading(), null);
    }

    /** As part of a forecast's id. */
    String id() {
        return windowFromNs + "-" + windowToNs + "/" + reading.words() + (knownAtNs == null ? "" : "/" + knownAtNs);
    }
}
