package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.topology.Topology;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorClosed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.pause.TransportTimeout;
import io.fabrictwin.model.step.CollectiveWork;
import java.util.Locale;

/** What a job's launcher, library and profiler tell of it. */
final class JobTeller {
    private static final String LIBRARY = "NCCL 2.23.4";
    /** Status of a work request whose retries are used up. */
    private static final int RETRY_EXCEEDED = 12;

    private final SynthSettings settings;
    private final Wiring wiring;
    private final Emitter emitter;
    private final TransportTimeout timeout;

    /** @param timeout what jobs ask of their NICs */
    JobTeller(SynthSettings settings, Wiring wiring, Emitter emitter, TransportTimeout timeout) {
        this.settings = settings;
        this.wiring = wiring;
        this.emitter = emitter;
        this.timeout = timeout;
    }

    /**
     * A step as it was. Times are ns of the run; -1 is not over.
     *
     * @param computeNs by rank; -1 is not over
     * @param beganNs by collective and rank
     * @param doneNs by collective and rank
     */
    @SuppressWarnings("ArrayRecordComponent") // handed from the engine to the teller, never compared
    record Step(long index, long startNs, long[] computeNs, long[][] beganNs, long[][] doneNs, long endNs) {}

    /** The job is launched. */
    void started(TrainingJob job, long runNs) {
        int teller = job.nic(0);
        emitter.tell(Source.WORKLOAD, teller, runNs, meta -> new JobStarted(meta, job.id(), job.ranks(), LIBRARY));
        tuned(job, runNs, "NCCL_IB_TIMEOUT", Integer.toString(timeout.exponent()));
        if (settings.fabric() == FabricKind.IB) {
            tuned(job, runNs, "NCCL_COLLNET_ENABLE", settings.incident() == Incident.SHARP_OFF ? "1" : "0");
        } else {
            tuned(job, runNs, "NCCL_IB_TC", "106");
        }
        for (int rank = 0; rank < job.ranks(); rank++) {
            placed(job, rank, runNs);
        }
        for (int index = 0; index < job.collectives().size(); index++) {
            int collective = index;
            CollectiveWork work = job.collectives().get(index);
            emitter.tell(
                    Source.WORKLOAD,
                    teller,
                    runNs,
                    meta -> new CollectivePlanned(
                            meta,
                            job.id(),
                            collective,
                            work.operation(),
                            work.bytesPerRank(),
                            work.launchFraction(),
                            work.stream()));
        }
        connected(job, runNs, false);
    }

    /** The job runs with this setting from now on. */
    void tuned(TrainingJob job, long runNs, String setting, String value) {
        emitter.tell(Source.WORKLOAD, job.nic(0), runNs, meta -> new JobTuned(meta, job.id(), 1, setting, value));
    }

    private void placed(TrainingJob job, int rank, long runNs) {
        int nic = job.nic(rank);
        DeviceId host = wiring.name(nic);
        String gpu = String.format(
                Locale.ROOT, "server%04d-gpu%d", nic / Topology.NICS_PER_SERVER, nic % Topology.NICS_PER_SERVER);
        emitter.tell(Source.WORKLOAD, nic, runNs, meta -> new RankPlaced(meta, job.id(), rank, host, gpu, host, 0L));
        emitter.tell(
                Source.WORKLOAD,
                nic,
                runNs,
                meta -> new CommunicatorInitialized(
                        meta, job.id(), communicator(job), rank, job.ranks(), host, gpu, null));
    }

    /** A path tracer has found the ways of the job's connections; it tells those that have moved, or all at first. */
    void connected(TrainingJob job, long runNs, boolean isDuring) {
        for (int connection = 0; settings.arePathsTold() && connection < job.connections(); connection++) {
            connected(job, connection, runNs, isDuring);
        }
    }

    private void connected(TrainingJob job, int connection, long runNs, boolean isDuring) {
        int source = job.source(connection);
        int destination = job.destination(connection);
        int sourcePort = job.sourcePort(connection);
        int nic = job.nic(source);
        emitter.tell(
                Source.WORKLOAD,
                nic,
                runNs,
                meta -> new ConnectionObserved(
                        meta,
                        job.id(),
                        0,
                        source,
                        destination,
                        wiring.name(nic),
                        wiring.name(job.nic(destination)),
                        0,
                        sourcePort,
                        Jobs.ROCE_PORT,
                        wiring.devices(job.path(connection, isDuring)),
                        null,
                        null));
    }

    /** Profilers of all ranks tell a step. */
    void step(TrainingJob job, Step step) {
        long slowestNs = 0;
        for (int rank = 0; rank < job.ranks(); rank++) {
            if (step.computeNs()[rank] >= 0) {
                slowestNs = Math.max(slowestNs, step.computeNs()[rank]);
                compute(job, step, rank);
            }
        }
        for (int collective = 0; collective < job.collectives().size(); collective++) {
            for (int rank = 0; rank < job.ranks(); rank++) {
                collective(job, step, collective, rank);
            }
        }
        if (step.endNs() >= 0) {
            int teller = job.nic(0);
            long computeEndNs = step.startNs() + slowestNs;
            emitter.tell(
                    Source.WORKLOAD,
                    teller,
                    step.endNs(),
                    meta -> new StepCompleted(
                            meta,
                            job.id(),
                            step.index(),
                            emitter.timeNs(teller, step.startNs()),
                            emitter.timeNs(teller, computeEndNs),
                            emitter.timeNs(teller, step.endNs())));
        }
    }

    private void compute(TrainingJob job, Step step, int rank) {
        int nic = job.nic(rank);
        long computeNs = step.computeNs()[rank];
        long toldNs = emitter.measured(computeNs);
        emitter.tell(
                Source.WORKLOAD,
                nic,
                step.startNs() + computeNs,
                meta -> new ComputeObserved(meta, job.id(), step.index(), rank, wiring.name(nic), toldNs));
    }

    private void collective(TrainingJob job, Step step, int index, int rank) {
        long beganNs = step.beganNs()[index][rank];
        long doneNs = step.doneNs()[index][rank];
        if (beganNs < 0) {
            return;
        }
        CollectiveWork work = job.collectives().get(index);
        int nic = job.nic(rank);
        emitter.tell(
                Source.WORKLOAD,
                nic,
                doneNs >= 0 ? doneNs : beganNs,
                meta -> new CollectiveObserved(
                        meta,
                        job.id(),
                        step.index(),
                        index,
                        rank,
                        work.operation(),
                        work.bytesPerRank(),
                        emitter.timeNs(nic, beganNs),
                        doneNs >= 0 ? (Long) emitter.timeNs(nic, doneNs) : null));
    }

    /** A rank's NIC is dead: those that talk to it give up once their retries are used up, and the job is killed. */
    void failed(TrainingJob job, int deadRank, long deadSinceNs) {
        long runNs = deadSinceNs + TransportTimeout.MOST_RETRIES * timeout.ns();
        String dead = wiring.name(job.nic(deadRank)).value();
        for (int connection = 0; connection < job.connections(); connection++) {
            if (job.destination(connection) == deadRank) {
                int rank = job.source(connection);
                int nic = job.nic(rank);
                emitter.tell(
                        Source.WORKLOAD,
                        nic,
                        runNs,
                        meta -> new CommunicationFailed(
                                meta,
                                job.id(),
                                wiring.name(nic),
                                rank,
                                "completion-error",
                                RETRY_EXCEEDED,
                                dead,
                                "NET/IB: Got completion from peer " + dead + " with status=" + RETRY_EXCEEDED
                                        + " (transport retry counter exceeded)",
                                null,
                                null,
                                null));
            }
        }
        for (int rank = 0; rank < job.ranks(); rank++) {
            int member = rank;
            DeviceId host = wiring.name(job.nic(rank));
            emitter.tell(
                    Source.WORKLOAD,
                    job.nic(rank),
                    runNs,
                    meta -> new CommunicatorClosed(meta, job.id(), communicator(job), member, host, false));
        }
        emitter.tell(Source.WORKLOAD, job.nic(0), runNs, meta -> new JobStopped(meta, job.id()));
    }

    private static String communicator(TrainingJob job) {
        return "0x" + Integer.toHexString(job.id().value().hashCode());
    }
}
