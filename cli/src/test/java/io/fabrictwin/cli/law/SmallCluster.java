package io.fabrictwin.cli.law;

import io.fabrictwin.ingest.synth.FabricKind;
import io.fabrictwin.ingest.synth.Incident;
import io.fabrictwin.ingest.synth.SynthSettings;
import io.fabrictwin.ingest.synth.topology.TopologyKind;

/** A made-up cluster of 64 GPUs for eight steps. */
final class SmallCluster {
    private static final long BEGIN_NS = 1_767_225_600_000_000_000L;

    private SmallCluster() {}

    static SynthSettings with(Incident incident) {
        return new SynthSettings(
                64,
                TopologyKind.LEAF_SPINE,
                1,
                FabricKind.ROCE,
                incident,
                1,
                8,
                BEGIN_NS,
                null,
                false,
                SynthSettings.Disturbance.USUAL);
    }
}
