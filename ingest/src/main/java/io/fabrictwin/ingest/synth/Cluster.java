package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.topology.Chooser;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.congestion.Network;
import io.fabrictwin.model.congestion.Transport;

/** A cluster as it really is, with its jobs and what goes wrong. */
record Cluster(SynthSettings settings, Topology topology, Hidden hidden, Jobs jobs, Chooser usual, Trouble trouble) {
    static Cluster of(SynthSettings settings) {
        Topology topology = Topology.of(
                settings.topology(), settings.gpus(), settings.oversubscription(), settings.fabric() == FabricKind.IB);
        Hidden hidden = new Hidden(settings.seed(), topology.wiring());
        boolean isHashed = settings.fabric() == FabricKind.ROCE;
        Chooser usual = hidden.usual(settings.fabric(), settings.topology() == TopologyKind.DRAGONFLY);
        Jobs jobs = Jobs.of(topology, hidden, usual, isHashed);
        Trouble trouble = Trouble.of(settings.incident(), topology, jobs, hidden, usual, isHashed);
        if (settings.incident().isOfPaths()) {
            Chooser during = trouble.chooser(usual, topology.wiring());
            jobs.all().forEach(job -> job.reroute(topology, during, isHashed));
        }
        return new Cluster(settings, topology, hidden, jobs, usual, trouble);
    }

    Wiring wiring() {
        return topology.wiring();
    }

    /** How bytes really travel here. */
    Transport transport() {
        return new Transport(
                settings.fabric().transport(),
                Deployment.PAYLOAD_BYTES,
                Deployment.WIRE_BYTES,
                Deployment.ACK_BYTES,
                Deployment.ECN,
                Deployment.PFC,
                hidden.dcqcn());
    }

    /** The whole fabric; its ports are numbered as the wiring's are. */
    Network network() {
        Wiring wiring = wiring();
        Network.Builder builder = Network.builder(transport());
        for (int node = 0; node < wiring.nodes(); node++) {
            if (wiring.isNic(node)) {
                builder.host(wiring.name(node).value());
            } else {
                builder.switchNode(wiring.name(node).value(), hidden.bufferBytes(node));
            }
        }
        for (int link = 0; link < wiring.links(); link++) {
            builder.link(
                    wiring.name(wiring.from(2 * link)).value(),
                    wiring.name(wiring.to(2 * link)).value(),
                    hidden.bitsPerSecond(link),
                    hidden.delayNs(link),
                    null,
                    null,
                    null);
        }
        return builder.build();
    }
}
