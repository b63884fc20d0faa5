package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.Trouble.Reason;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.id.LinkId;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What devices and jobs tell of an incident by themselves; the rest shows in what is measured. */
final class IncidentTeller {
    /** A NIC after its reset marks nothing. */
    private static final SortedMap<String, String> RESET = new TreeMap<>(Map.of("3", "0", "6", "48"));

    private final Trouble trouble;
    private final Wiring wiring;
    private final Jobs jobs;
    private final Emitter emitter;
    private final ClusterFacts facts;
    private final JobTeller teller;

    IncidentTeller(
            Trouble trouble, Wiring wiring, Jobs jobs, Emitter emitter, ClusterFacts facts, JobTeller teller) {
        this.trouble = trouble;
        this.wiring = wiring;
        this.jobs = jobs;
        this.emitter = emitter;
        this.facts = facts;
        this.teller = teller;
    }

    void begins(long runNs) {
        switch (trouble.incident()) {
            case ECN_MISCONFIG -> facts.marking(trouble.node(), runNs, Deployment.WRONG_ECN);
            case WRONG_DSCP -> facts.classes(trouble.node(), runNs, RESET);
            case SHARP_OFF -> jobs.all().forEach(job -> teller.tuned(job, runNs, "NCCL_COLLNET_ENABLE", "0"));
            case ECMP_POLARIZATION, IB_BAD_LFT -> jobs.all().forEach(job -> teller.connected(job, runNs, true));
            default -> {
                // nobody is told; links tell of themselves
            }
        }
    }

    void ends(long runNs) {
        switch (trouble.incident()) {
            case ECN_MISCONFIG -> facts.marking(trouble.node(), runNs, Deployment.ECN);
            case WRONG_DSCP -> facts.classes(trouble.node(), runNs, ClusterFacts.CLASS_TO_DSCP);
            case SHARP_OFF -> jobs.all().forEach(job -> teller.tuned(job, runNs, "NCCL_COLLNET_ENABLE", "1"));
            case ECMP_POLARIZATION, IB_BAD_LFT -> jobs.all().forEach(job -> teller.connected(job, runNs, false));
            default -> {
                // nobody is told
            }
        }
    }

    /** Both ends of the links that the incident is about see them go down or come up. */
    void link(long runNs, boolean isUp) {
        for (Hold hold : trouble.holds()) {
            if (hold.reason() == Reason.DOWN) {
                LinkId link = wiring.link(hold.port() / 2);
                emitter.tell(
                        Source.TOPOLOGY,
                        wiring.from(hold.port()),
                        runNs,
                        meta -> isUp ? new LinkCameUp(meta, link) : new LinkWentDown(meta, link));
            }
        }
    }
}
