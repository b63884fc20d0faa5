package io.fabrictwin.model.scenario;

import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.DeviceId;
import java.util.List;

/** Tells whether the fabric's switches choose among equal paths by the hash that the model knows. */
final class RoutingRule {
    /** Some recorded paths may be from before a link changed. */
    private static final double AGREEING_SHARE = 0.9;

    private RoutingRule() {}

    /** Whether the rule gives the recorded paths, and there are any to judge by. */
    static boolean isKnown(ForkState state, Connections connections) {
        Routing routing = new Routing(state);
        int judged = 0;
        int agreeing = 0;
        for (Job.Connection connection : connections.all()) {
            List<DeviceId> path = routing.path(
                    connection.sourceHost(),
                    connection.destinationHost(),
                    connection.sourcePort(),
                    connection.destinationPort());
            if (path != null && connection.path().size() > 3) {
                judged++;
                agreeing += path.equals(connection.path()) ? 1 : 0;
            }
        }
        return judged > 0 && agreeing >= AGREEING_SHARE * judged;
    }
}
