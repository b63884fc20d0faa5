package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.pause.TransportTimeout;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Turns what a run gave into what the cluster's tools tell of it, in the order of time. */
final class Recording {
    private final Cluster cluster;
    private final Emitter emitter;
    private final ClusterFacts facts;
    private final SubnetManager subnetManager;
    private final Gauges gauges;
    private final Agenda agenda = new Agenda();
    private final Set<Integer> failedJobs = new HashSet<>();
    private JobTeller teller;
    private IncidentTeller incidentTeller;
    private final Scraper scraper;
    private Schedule schedule;
    private long scrapes;

    Recording(Cluster cluster, FabricId fabric, Consumer<? super FabricEvent> consumer) {
        this.cluster = cluster;
        emitter = new Emitter(fabric, cluster.settings(), cluster.hidden(), consumer);
        facts = new ClusterFacts(cluster.settings(), cluster.wiring(), emitter);
        subnetManager = new SubnetManager(cluster, emitter);
        gauges = new Gauges(cluster, emitter);
        scraper = new Scraper(cluster.settings(), cluster.wiring(), emitter, cluster.trouble());
        schedule = Schedule.of(1, 1);
        teller = new JobTeller(cluster.settings(), cluster.wiring(), emitter, schedule.timeout());
        incidentTeller = incidentTeller();
    }

    private IncidentTeller incidentTeller() {
        return new IncidentTeller(
                cluster.trouble(), cluster.wiring(), cluster.jobs(), emitter, facts, subnetManager, teller);
    }

    /** Tells what the cluster is, and puts on the agenda what is known to come. */
    void begin(Schedule planned) {
        schedule = planned;
        teller = new JobTeller(cluster.settings(), cluster.wiring(), emitter, schedule.timeout());
        incidentTeller = incidentTeller();
        facts.tell();
        if (cluster.settings().fabric() == FabricKind.IB) {
            subnetManager.started();
        }
        agenda.at(Schedule.START_NS, () -> cluster.jobs().all().forEach(job -> teller.started(job, Schedule.START_NS)));
        agenda.at(schedule.beginNs(), () -> incidentTeller.begins(schedule.beginNs()));
        agenda.at(schedule.endNs(), () -> incidentTeller.ends(schedule.endNs()));
        List<Long> edges = schedule.edgesNs(cluster.trouble());
        for (int edge = 0; edge < edges.size(); edge++) {
            boolean isUp = edge % 2 == 1;
            long edgeNs = edges.get(edge);
            agenda.at(edgeNs, () -> link(edgeNs, isUp));
        }
    }

    private void link(long edgeNs, boolean isUp) {
        if (!isUp) {
            scraper.wentDown(cluster.trouble().holds().get(0).port() / 2);
        }
        incidentTeller.link(edgeNs, isUp);
    }

    /**
     * A step of a job, told when it is over; not over at {@code runEndNs}, then.
     *
     * @param job place among the jobs
     */
    void step(int job, JobTeller.Step step, long runEndNs) {
        TrainingJob work = cluster.jobs().all().get(job);
        boolean isOver = step.endNs() >= 0 && step.endNs() <= runEndNs;
        if (cluster.settings().incident() == Incident.NIC_FAILURE
                && work.rankOn(cluster.trouble().node()) >= 0
                && !failedJobs.contains(job)
                && step.endNs() > schedule.beginNs()
                && step.startNs() < schedule.endNs()) {
            fail(job, work, step);
            return;
        }
        agenda.at(isOver ? step.endNs() : runEndNs, () -> {
            teller.step(work, isOver ? step : cut(step, runEndNs));
            if (isOver && step.index() % Gauges.EVERY == 0) {
                gauges.gpus(job, step.endNs(), schedule.isDuring(step.startNs()));
            }
        });
    }

    /** The step that a NIC dies in never ends: its job is killed, and starts again when the NIC is replaced. */
    private void fail(int job, TrainingJob work, JobTeller.Step step) {
        failedJobs.add(job);
        long beginNs = schedule.beginNs();
        long stoppedNs =
                beginNs + TransportTimeout.MOST_RETRIES * schedule.timeout().ns();
        int dead = work.rankOn(cluster.trouble().node());
        agenda.at(beginNs, () -> teller.step(work, cut(step, beginNs)));
        agenda.at(stoppedNs, () -> teller.failed(work, dead, beginNs));
        agenda.at(schedule.endNs(), () -> teller.started(work, schedule.endNs()));
    }

    /** A step as it looks before it is over. */
    private static JobTeller.Step cut(JobTeller.Step step, long atNs) {
        long[][] doneNs = new long[step.doneNs().length][];
        long[][] beganNs = new long[step.beganNs().length][];
        for (int collective = 0; collective < doneNs.length; collective++) {
            doneNs[collective] = before(step.doneNs()[collective], atNs);
            beganNs[collective] = before(step.beganNs()[collective], atNs);
        }
        long[] computeNs = new long[step.computeNs().length];
        for (int rank = 0; rank < computeNs.length; rank++) {
            computeNs[rank] = step.startNs() + step.computeNs()[rank] <= atNs ? step.computeNs()[rank] : -1;
        }
        return new JobTeller.Step(step.index(), step.startNs(), computeNs, beganNs, doneNs, -1);
    }

    private static long[] before(long[] timesNs, long atNs) {
        long[] cut = new long[timesNs.length];
        for (int place = 0; place < cut.length; place++) {
            cut[place] = timesNs[place] <= atNs ? timesNs[place] : -1;
        }
        return cut;
    }

    /** A scrape of all counters. */
    void reading(Reading reading) {
        boolean isDuring = schedule.isDuring(Math.max(0, reading.timeNs() - 1));
        boolean areOptics = scrapes++ % Gauges.EVERY == 0;
        agenda.at(reading.timeNs(), () -> {
            scraper.scrape(reading, isDuring);
            if (areOptics) {
                gauges.optics(reading.timeNs(), isDuring);
            }
        });
    }

    /** Tells all that is due by then. */
    void upTo(long runNs) {
        agenda.upTo(runNs);
    }

    /** The run is over: what would come later is not told. */
    void end(long runEndNs) {
        agenda.upTo(runEndNs);
        emitter.flush();
    }
}
