package io.fabrictwin.model.queue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Scenarios in the order in which they were asked, and how far each has come: the fold of their notes in the order in which
 * they were written. Asking again for what waits changes nothing; asking again for what has had its answer queues it anew.
 * Not thread-safe.
 */
public final class ScenarioQueue {
    private final Map<String, QueuedScenario> scenarios = new LinkedHashMap<>();

    /** Takes the next note. What tells of a scenario that nobody asked for is left out: its question is gone. */
    public void add(ScenarioNote note) {
        QueuedScenario known = scenarios.get(note.id());
        if (note instanceof ScenarioAsked asked) {
            if (known == null || known.stage().isLast()) {
                scenarios.remove(asked.id());
                scenarios.put(asked.id(), new QueuedScenario(asked, null, false, 0));
            }
        } else if (known != null && note instanceof ScenarioProgress progress) {
            scenarios.put(note.id(), new QueuedScenario(known.asked(), progress, known.isCancelled(), 0));
        } else if (known != null && !known.stage().isLast()) {
            scenarios.put(note.id(), new QueuedScenario(known.asked(), known.progress(), true, 0));
        }
    }

    /** All of them in the order asked. */
    public List<QueuedScenario> scenarios() {
        List<QueuedScenario> all = new ArrayList<>();
        int ahead = 0;
        for (QueuedScenario scenario : scenarios.values()) {
            boolean isOpen = !scenario.stage().isLast();
            all.add(new QueuedScenario(
                    scenario.asked(), scenario.progress(), scenario.isCancelled(), isOpen ? ahead : 0));
            ahead += isOpen ? 1 : 0;
        }
        return all;
    }

    /** The scenario of an id; empty where nobody asked for it. */
    public Optional<QueuedScenario> scenario(String id) {
        return scenarios().stream()
                .filter(scenario -> scenario.asked().id().equals(id))
                .findFirst();
    }

    /** The first that wants an answer, also one that a worker began and did not end: that worker is gone. */
    public Optional<QueuedScenario> next() {
        return scenarios.values().stream()
                .filter(scenario -> !scenario.stage().isLast())
                .findFirst();
    }
}
