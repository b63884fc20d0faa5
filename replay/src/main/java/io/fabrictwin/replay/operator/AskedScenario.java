package io.fabrictwin.replay.operator;

import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A scenario on its way to a slot, in fields that Flink knows.
 *
 * @param index its place among those asked
 * @param changes each as a person would type it, one a line
 */
public record AskedScenario(
        int index,
        String name,
        long baseTimeNs,
        long windowFromNs,
        long windowToNs,
        String changes,
        long seed,
        Reading reading) {
    public static AskedScenario of(int index, Scenario scenario) {
        return new AskedScenario(
                index,
                scenario.name(),
                scenario.baseTimeNs(),
                scenario.windowFromNs(),
                scenario.windowToNs(),
                scenario.changes().stream().map(Change::text).collect(Collectors.joining("\n")),
                scenario.seed(),
                scenario.reading());
    }

    Scenario scenario() {
        List<Change> parsed = changes.lines().map(Change::parse).toList();
        return new Scenario(name, baseTimeNs, windowFromNs, windowToNs, parsed, seed, reading);
    }
}
