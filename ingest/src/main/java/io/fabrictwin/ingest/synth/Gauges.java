package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.Emitter.Source;
import io.fabrictwin.ingest.synth.Trouble.Hold;
import io.fabrictwin.ingest.synth.topology.Wiring;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Readings that come less often than counters: optics of cables between switches, and clocks and heat of GPUs. */
final class Gauges {
    /** One of so many scrapes, or steps, reads them. */
    static final int EVERY = 5;

    private static final double RX_POWER_DBM = -1.5;
    private static final double SPOILED_RX_POWER_DBM = -9.5;
    private static final double OPTIC_CELSIUS = 45;
    private static final double GPU_CELSIUS = 62;
    private static final double HOT_GPU_CELSIUS = 89;
    private static final double GPU_MEGAHERTZ = 1_980;
    private static final int GAUGE = 60;

    private final Cluster cluster;
    private final Wiring wiring;
    private final Emitter emitter;
    private final SplittableRandom random;

    Gauges(Cluster cluster, Emitter emitter) {
        this.cluster = cluster;
        this.emitter = emitter;
        wiring = cluster.wiring();
        random = cluster.hidden().random(GAUGE, 0);
    }

    /** All optics between switches, at both ends. */
    void optics(long runNs, boolean isDuring) {
        for (int port = 0; port < wiring.ports(); port++) {
            if (!wiring.isNic(wiring.from(port)) && !wiring.isNic(wiring.to(port))) {
                optic(port, runNs, isDuring && isSpoiled(port));
            }
        }
    }

    /** Light that a bad optic sends is weak where it arrives. */
    private boolean isSpoiled(int port) {
        if (cluster.settings().incident() == Incident.DEGRADED_OPTIC) {
            for (Hold hold : cluster.trouble().holds()) {
                if (Wiring.reverse(hold.port()) == port) {
                    return true;
                }
            }
        }
        return false;
    }

    private void optic(int port, long runNs, boolean isSpoiled) {
        TreeMap<String, Double> gauges = new TreeMap<>();
        gauges.put("rxPowerDbm", rounded(around(isSpoiled ? SPOILED_RX_POWER_DBM : RX_POWER_DBM, 0.2)));
        gauges.put("temperatureCelsius", rounded(around(OPTIC_CELSIUS, 2)));
        int node = wiring.from(port);
        emitter.tell(
                Source.TELEMETRY,
                node,
                runNs,
                meta -> new GaugesObserved(meta, wiring.name(node), wiring.id(port), "optic", gauges));
    }

    /** The GPU of every rank of a job. */
    void gpus(int job, long runNs, boolean isDuring) {
        TrainingJob work = cluster.jobs().all().get(job);
        for (int rank = 0; rank < work.ranks(); rank++) {
            double slowdown = isDuring ? cluster.trouble().computeFactor(job, rank) : 1;
            TreeMap<String, Double> gauges = new TreeMap<>();
            gauges.put("gpuTemperatureCelsius", rounded(around(slowdown > 1 ? HOT_GPU_CELSIUS : GPU_CELSIUS, 1)));
            gauges.put("smClockMegahertz", rounded(around(GPU_MEGAHERTZ / slowdown, 5)));
            int member = rank;
            int nic = work.nic(rank);
            emitter.tell(
                    Source.WORKLOAD,
                    nic,
                    runNs,
                    meta -> new RankGaugesObserved(meta, work.id(), member, wiring.name(nic), gauges));
        }
    }

    private double around(double mean, double deviation) {
        return mean + deviation * random.nextGaussian();
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}
