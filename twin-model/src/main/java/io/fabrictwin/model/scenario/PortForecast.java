package io.fabrictwin.model.scenario;

import io.fabrictwin.model.id.PortId;
import org.jspecify.annotations.Nullable;

/**
 * What a scenario does to one port.
 *
 * @param base in the base runs; null: its link is down there
 * @param fork in the runs of the fork; null likewise
 */
public record PortForecast(
        PortId port, @Nullable PortLoad base, @Nullable PortLoad fork) {
    /** A forecast tells the ports that are worst in any one respect: this many in each, in either state. */
    public static final int MOST_IN_EACH_RESPECT = 100;
}
