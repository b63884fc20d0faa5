package io.fabrictwin.model.queue;

/**
 * Nobody wants the answer any more.
 *
 * @param id the scenario's
 * @param cancelledTimeNs when that was said, ns since 1970
 */
public record ScenarioCancelled(String id, long cancelledTimeNs) implements ScenarioNote {
    @Override
    public String key() {
        return "cancelled/" + id;
    }
}
