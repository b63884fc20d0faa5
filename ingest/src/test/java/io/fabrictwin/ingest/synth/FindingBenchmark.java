package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How right and how quick the findings are on small synthetic clusters in slow motion, so that counters come every 10 s
 * (self-consistency). Each log is fed in order of event time and looked at every second, as the live twin does (every minute in healthy hours). Arguments: how many seeds, the first of them, how
 * many healthy hours, and incidents (all where none is named). A line for each mistake on standard error, tables on standard
 * output.
 */
public final class FindingBenchmark {
    private static final int GPUS = 64;
    private static final int STEPS = 11;
    /** A healthy step takes some 9 ms, and 10,000 times as much in slow motion. */
    private static final int STEPS_OF_AN_HOUR = 40;

    private static final long ANCHOR_NS = 1_767_225_600_000_000_000L;
    private static final long FACTOR = 10_000;
    private static final long LOOK_NS = 1_000_000_000L;
    /** What was found wrongly stays in sight for the hour. */
    private static final long HEALTHY_LOOK_NS = 60_000_000_000L;

    /** Measured times deviate, clocks are off, samples get lost, come twice and late. */
    private static final Disturbance ROUGH = new Disturbance(0.01, 20_000, 0.01, 0.01, 0.002);

    private final FindingScore score = new FindingScore();

    private FindingBenchmark() {}

    public static void main(String[] arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        int hours = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 50;
        Set<Incident> incidents = EnumSet.complementOf(EnumSet.of(Incident.NONE));
        if (arguments.length > 3) {
            incidents.clear();
            for (int at = 3; at < arguments.length; at++) {
                incidents.add(Incident.ofWord(arguments[at]));
            }
        }
        FindingBenchmark benchmark = new FindingBenchmark();
        for (Incident incident : incidents) {
            for (int seed = first; seed < first + seeds; seed++) {
                benchmark.run(incident, seed, STEPS, Disturbance.USUAL);
            }
        }
        System.out.println(benchmark.score.table());
        FindingBenchmark healthy = new FindingBenchmark();
        for (int hour = 0; hour < hours; hour++) {
            healthy.run(Incident.NONE, first + hour, STEPS_OF_AN_HOUR, hour % 2 == 0 ? Disturbance.USUAL : ROUGH);
        }
        System.out.println(healthy.score.falseAlarms());
    }

    private void run(Incident incident, int seed, int steps, Disturbance disturbance) {
        FabricKind fabric =
                incident.fabrics().contains(FabricKind.ROCE) && !(incident == Incident.NONE && seed % 4 == 3)
                        ? FabricKind.ROCE
                        : FabricKind.IB;
        SynthSettings settings = new SynthSettings(
                GPUS, TopologyKind.LEAF_SPINE, 1, fabric, incident, seed, steps, ANCHOR_NS, null, true, disturbance);
        List<FabricEvent> events = new ArrayList<>();
        SlowMotion slow = new SlowMotion(ANCHOR_NS, FACTOR);
        Truth truth = SynthRun.tell(settings, event -> events.add(slow.of(event)));
        events.sort(Comparator.comparingLong(event -> event.meta().eventTimeNs()));
        GrowingTwin twin = new GrowingTwin(new FabricId(truth.fabric()));
        long everyNs = incident == Incident.NONE ? HEALTHY_LOOK_NS : LOOK_NS;
        long lookNs = ANCHOR_NS + everyNs;
        for (FabricEvent event : events) {
            while (event.meta().eventTimeNs() > lookNs) {
                twin.look(lookNs);
                lookNs += everyNs;
            }
            twin.apply(event);
        }
        twin.look(lookNs);
        score.add(truth, seed, slow, twin, lookNs - ANCHOR_NS);
        System.err.printf(Locale.ROOT, "%s %d: %.1f ms a look%n", incident.word(), seed, twin.msPerLook());
    }
}
