package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.Trouble.Reason;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PortStateObserved;
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
    private final SubnetManager subnetManager;
    private final JobTeller teller;

    IncidentTeller(
            Trouble trouble,
            Wiring wiring,
            Jobs jobs,
            Emitter emitter,
            ClusterFacts facts,
            SubnetManager subnetManager,
            JobTeller teller) {
        this.trouble = trouble;
        this.wiring = wiring;
        this.jobs = jobs;
        this.emitter = emitter;
        this.facts = facts;
        this.subnetManager = subnetManager;
        this.teller = teller;
    }

    /** It begins. */
    void begins(long runNs) {
        tell(runNs, true);
    }

    /** It is over. */
    void ends(long runNs) {
        tell(runNs, false);
    }

    private void tell(long runNs, boolean isDuring) {
        switch (trouble.incident()) {
            case ECN_MISCONFIG ->
                facts.marking(trouble.node(), runNs, isDuring ? Deployment.WRONG_ECN : Deployment.ECN);
            case WRONG_DSCP -> {
                facts.classes(trouble.node(), runNs, isDuring ? RESET : ClusterFacts.CLASS_TO_DSCP);
                facts.trust(trouble.node(), runNs, isDuring ? "pcp" : "dscp");
            }
            case SHARP_OFF ->
                jobs.all().forEach(job -> teller.tuned(job, runNs, "NCCL_COLLNET_ENABLE", isDuring ? "0" : "1"));
            case ECMP_POLARIZATION -> moved(runNs, isDuring);
            case IB_BAD_LFT -> {
                subnetManager.changed(runNs, isDuring);
                moved(runNs, isDuring);
            }
            default -> {
                // nobody is told; links tell of themselves
            }
        }
    }

    private void moved(long runNs, boolean isDuring) {
        jobs.all().forEach(job -> teller.connected(job, runNs, isDuring));
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
                emitter.tell(
                        Source.TELEMETRY,
                        wiring.from(hold.port()),
                        runNs,
                        meta -> new PortStateObserved(
                                meta,
                                wiring.id(hold.port()),
                                isUp,
                                isUp ? "up" : "down",
                                null,
                                isUp ? null : "remote fault"));
            }
        }
    }
}
