package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.congestion.Activity;
import io.fabrictwin.model.congestion.Delay;
import io.fabrictwin.model.congestion.EcnChange;
import io.fabrictwin.model.congestion.EcnProfile;
import io.fabrictwin.model.congestion.Fluid;
import io.fabrictwin.model.congestion.FluidResult;
import io.fabrictwin.model.congestion.PauseStorm;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.step.StepGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A training incident on a cluster of 64 GPUs, made by one run of the engine: healthy steps; a configuration push that
 * sets the ECN thresholds of one leaf far too low; a push back; and a NIC that storms until the end. The outcome is not
 * written anywhere: it comes out of the run. What the run knows and the events do not tell (true link rates, lengths and
 * buffers, true computing times, clock offsets, random numbers) is drawn by the seed, so that a forecast from the events
 * cannot be exact.
 */
public final class SyntheticCluster {
    /** The fabric that the events are about. */
    public static final FabricId FABRIC = new FabricId("synthetic-64");
    /** The format of the events' source. */
    public static final String FORMAT = "synthetic";

    private static final long MILLISECOND = 1_000_000;
    private static final long START_NS = 2 * MILLISECOND;
    private static final long PUSH_NS = 40 * MILLISECOND;
    private static final long RESTORE_NS = 95 * MILLISECOND;
    private static final long STORM_NS = 120 * MILLISECOND;
    private static final long END_NS = 180 * MILLISECOND;
    /** A fork of the storm needs some samples of it. */
    private static final long STORM_SEEN_NS = 12 * MILLISECOND;
    /** Some steps of either job; a longer window would take longer to fork and tell no more. */
    private static final long WINDOW_NS = 35 * MILLISECOND;

    private static final long STORM_PERIOD_NS = 400_000;
    private static final long STORM_PAUSED_NS = 280_000;

    /** More colliding flows of the ring would fill buffers on healthy days. */
    private static final int MOST_RING_FLOWS_ON_UPLINK = 2;

    private SyntheticCluster() {}

    /**
     * What may be chosen.
     *
     * @param seed everything that is drawn depends on it alone
     */
    public record Settings(long seed) {
        public static final Settings DEFAULT = new Settings(1);
    }

    /**
     * Runs the incident and tells its events in the order of their event times.
     *
     * @param anchorTimeNs when the recording begins, ns since 1970
     */
    public static Story events(Settings settings, long anchorTimeNs, Consumer<FabricEvent> consumer) {
        SplittableRandom random = new SplittableRandom(settings.seed());
        Reality reality = new Reality(random.split());
        SourceId source = new SourceId(FORMAT, "seed-" + settings.seed() + "-at-" + anchorTimeNs);
        Recorder recorder = new Recorder(FABRIC, source, anchorTimeNs, reality);
        JobRun ring = new JobRun(SyntheticJob.pretraining(), random.split());
        DeviceId leaf = connectRing(reality, ring, random.split());
        JobRun experts = new JobRun(SyntheticJob.experts(), random.split());
        connectAll(reality, experts, random.split());
        DeviceId nic = stormNic(ring.job(), leaf, random.split());

        Facts facts = new Facts(recorder);
        facts.inventory();
        facts.settings();
        List<JobRun> runs = List.of(ring, experts);
        StepGraph graph = new StepGraph();
        for (JobRun run : runs) {
            facts.job(run.job(), START_NS, run.connections());
            run.build(graph, START_NS, END_NS);
        }
        facts.ecn(leaf, PUSH_NS, Deployment.WRONG_ECN);
        facts.ecn(leaf, RESTORE_NS, Deployment.ECN);

        List<Activity> activities = new ArrayList<>(graph.activities());
        int end = activities.size();
        activities.add(new Delay(end, END_NS, 0, new int[0]));
        int facing = reality.port(leafOf(nic), nic);
        FluidResult result = Fluid.run(
                reality.network(),
                activities,
                List.of(new PauseStorm(facing, STORM_PERIOD_NS, STORM_PAUSED_NS, STORM_NS, END_NS)),
                ecnChanges(reality, leaf),
                new Telemetry(reality, recorder),
                new int[] {end},
                random.nextLong());
        for (JobRun run : runs) {
            run.tell(recorder, result, END_NS);
        }
        recorder.tell(consumer);
        return story(anchorTimeNs, leaf, nic);
    }

    /** Connects each rank to the next. Returns the leaf whose uplinks most flows of the ring share. */
    private static DeviceId connectRing(Reality reality, JobRun run, SplittableRandom random) {
        SyntheticJob job = run.job();
        Map<List<DeviceId>, Integer> flows = new HashMap<>();
        Map<DeviceId, Integer> collisions = new TreeMap<>();
        for (int rank = 0; rank < job.ranks().size(); rank++) {
            int next = (rank + 1) % job.ranks().size();
            Connection connection = Connection.drawn(job, rank, next, random);
            while (isCrowded(flows, connection)) {
                connection = Connection.drawn(job, rank, next, random);
            }
            run.connect(reality, connection);
            List<DeviceId> path = connection.path();
            for (int hop = 1; hop + 2 < path.size(); hop++) {
                int sharing = flows.merge(path.subList(hop, hop + 2), 1, Integer::sum);
                collisions.merge(job.leaf(rank), hop == 1 && sharing > 1 ? 1 : 0, Integer::sum);
            }
        }
        DeviceId most = job.leaf(0);
        for (Map.Entry<DeviceId, Integer> entry : collisions.entrySet()) {
            most = entry.getValue() > collisions.getOrDefault(most, 0) ? entry.getKey() : most;
        }
        return most;
    }

    private static boolean isCrowded(Map<List<DeviceId>, Integer> flows, Connection connection) {
        List<DeviceId> path = connection.path();
        for (int hop = 1; hop + 2 < path.size(); hop++) {
            if (flows.getOrDefault(path.subList(hop, hop + 2), 0) >= MOST_RING_FLOWS_ON_UPLINK) {
                return true;
            }
        }
        return false;
    }

    private static void connectAll(Reality reality, JobRun run, SplittableRandom random) {
        int ranks = run.job().ranks().size();
        for (int source = 0; source < ranks; source++) {
            for (int destination = 0; destination < ranks; destination++) {
                if (source != destination) {
                    run.connect(reality, Connection.drawn(run.job(), source, destination, random));
                }
            }
        }
    }

    /** A NIC of the ring that is not on the leaf of the push. */
    private static DeviceId stormNic(SyntheticJob job, DeviceId leaf, SplittableRandom random) {
        int rank = random.nextInt(job.ranks().size());
        while (job.leaf(rank).equals(leaf)) {
            rank = random.nextInt(job.ranks().size());
        }
        return job.ranks().get(rank);
    }

    private static DeviceId leafOf(DeviceId nic) {
        for (int server = 0; server < Layout.SERVERS; server++) {
            for (int rail = 0; rail < Layout.RAILS; rail++) {
                if (Layout.nic(server, rail).equals(nic)) {
                    return Layout.leafOf(server, rail);
                }
            }
        }
        throw new IllegalArgumentException("no NIC is called " + nic);
    }

    private static List<EcnChange> ecnChanges(Reality reality, DeviceId leaf) {
        List<EcnChange> changes = new ArrayList<>();
        for (int port : reality.portsOf(leaf)) {
            changes.add(new EcnChange(port, PUSH_NS, Deployment.WRONG_ECN));
            changes.add(new EcnChange(port, RESTORE_NS, Deployment.ECN));
        }
        return changes;
    }

    private static Story story(long anchorTimeNs, DeviceId leaf, DeviceId nic) {
        long pushNs = anchorTimeNs + PUSH_NS;
        long restoreNs = anchorTimeNs + RESTORE_NS;
        long stormNs = anchorTimeNs + STORM_NS;
        long atNs = stormNs + STORM_SEEN_NS;
        EcnProfile right = Deployment.ECN;
        EcnProfile higher = new EcnProfile(true, 2 * right.kminBytes(), 2 * right.kmaxBytes(), right.pmax());
        return new Story(
                anchorTimeNs + START_NS,
                pushNs,
                restoreNs,
                stormNs,
                anchorTimeNs + END_NS,
                leaf,
                nic,
                List.of(
                        new Story.Question(
                                "ECN thresholds restored", pushNs + MILLISECOND, WINDOW_NS, ecn(leaf, right)),
                        new Story.Question("NIC replaced", atNs, WINDOW_NS, List.of("pause-storm@" + nic + "=off")),
                        new Story.Question(
                                "ECN thresholds raised instead", atNs, WINDOW_NS, ecn(leafOf(nic), higher))));
    }

    private static List<String> ecn(DeviceId device, EcnProfile ecn) {
        return List.of(
                "ecn-kmin@" + device + "=" + ecn.kminBytes(),
                "ecn-kmax@" + device + "=" + ecn.kmaxBytes(),
                "ecn-pmax@" + device + "=" + ecn.pmax());
    }
}
