package io.fabrictwin.model.measure;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that is over, as measures are taken from it.
 *
 * @param activities what was run, in order of the ids
 * @param egress the port of the fabric behind each port of the network
 * @param history filled by the run; null where the transport has no queues to read
 */
public record MeasuredRun(
        Network network,
        List<? extends Activity> activities,
        FluidResult result,
        List<PortId> egress,
        @Nullable PortHistory history) {}
