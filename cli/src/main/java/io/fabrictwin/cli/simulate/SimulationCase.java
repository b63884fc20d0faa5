package io.fabrictwin.cli.simulate;

import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.Transfer;
import java.util.List;

/**
 * A case as the engine takes it.
 *
 * @param network nodes, links and transport
 * @param transfers the flows in the order of their own ids; a transfer's id is its place
 * @param flowIds the flows' own ids, in the same order
 */
public record SimulationCase(Network network, List<Transfer> transfers, List<Long> flowIds) {}
