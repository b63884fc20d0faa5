package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.synth.SynthSettings.Disturbance;
import io.fabrictwin.ingest.synth.topology.TopologyKind;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.Lap;
import io.fabrictwin.model.incident.RankedCause.Undo;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How often the cause of an incident is found, and how right the fork is in which it does not happen, on small synthetic
 * clusters (self-consistency). Arguments: how many seeds, the first of them, and incidents (all where none is named). One line
 * for each run on standard error, a table on standard output.
 */
public final class IncidentBenchmark {
    private static final int GPUS = 64;
    private static final int STEPS = 11;
    private static final long ANCHOR_NS = 1_767_225_600_000_000_000L;
    /** Those of which a fork knows the change that undoes them, and runs the rest as it was. */
    private static final Set<Incident> UNDONE =
            EnumSet.of(Incident.ECN_MISCONFIG, Incident.PFC_STORM, Incident.SLOW_RECEIVER, Incident.STRAGGLER_GPU);

    private static final double BAND = 0.02;

    /** Counts of one incident. */
    private static final class Score {
        private int runs;
        private int found;
        private int forks;
        private int right;
        private int held;
    }

    private IncidentBenchmark() {}

    public static void main(String[] arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20;
        int first = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1;
        Set<Incident> incidents = EnumSet.allOf(Incident.class);
        if (arguments.length > 2) {
            incidents.clear();
            for (int at = 2; at < arguments.length; at++) {
                incidents.add(Incident.ofWord(arguments[at]));
            }
        }
        System.out.println("| incident | runs | cause found | forks | verdict right | interval holds |");
        System.out.println("|---|---|---|---|---|---|");
        for (Incident incident : incidents) {
            Score score = new Score();
            for (int seed = first; seed < first + seeds; seed++) {
                run(incident, seed, score);
            }
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %d | %d | %s | %s | %s |%n",
                    incident.word(),
                    score.runs,
                    score.found,
                    score.forks == 0 ? "" : Integer.toString(score.forks),
                    score.forks == 0 ? "" : Integer.toString(score.right),
                    score.forks == 0 ? "" : Integer.toString(score.held));
        }
    }

    private static void run(Incident incident, int seed, Score score) {
        FabricKind fabric = incident.fabrics().contains(FabricKind.ROCE) ? FabricKind.ROCE : FabricKind.IB;
        List<FabricEvent> events = new ArrayList<>();
        SynthRun.tell(
                new SynthSettings(
                        GPUS,
                        TopologyKind.LEAF_SPINE,
                        1,
                        fabric,
                        incident,
                        seed,
                        STEPS,
                        ANCHOR_NS,
                        null,
                        true,
                        Disturbance.USUAL),
                events::add);
        Diagnosis diagnosis = Diagnosis.of(events);
        score.runs++;
        boolean isFound = diagnosis.cause().equals(incident.word())
                || (incident == Incident.NONE && diagnosis.cause().equals("cannot-tell"));
        score.found += isFound ? 1 : 0;
        String line = incident.word() + " " + seed + ": " + diagnosis.cause();
        JobForecast undone = UNDONE.contains(incident) && isFound ? diagnosis.undone() : null;
        if (undone != null) {
            line += fork(diagnosis, undone, score);
        }
        System.err.println(line + (isFound ? "" : "  " + diagnosis));
    }

    private static String fork(Diagnosis diagnosis, JobForecast undone, Score score) {
        IncidentReport report = diagnosis.report();
        Undo undo = report == null ? null : report.undo();
        Double recordedNs = undone.recordedStepTimeNs();
        if (report == null || undo == null || recordedNs == null) {
            return "";
        }
        double healthyNs = report.span().laps().stream()
                .filter(lap -> !lap.isSlow())
                .mapToLong(Lap::durationNs)
                .average()
                .orElseThrow();
        double truth = healthyNs / recordedNs;
        Verdict right =
                truth < 1 - BAND ? Verdict.FASTER : truth > 1 + BAND ? Verdict.SLOWER : Verdict.NO_MATERIAL_CHANGE;
        Ratio ratio = undone.ratio();
        score.forks++;
        score.right += undone.verdict() == right ? 1 : 0;
        score.held += ratio != null && truth >= ratio.low() && truth <= ratio.high() ? 1 : 0;
        return String.format(
                Locale.ROOT,
                ", truth %.3f, forecast %s %s",
                truth,
                ratio == null
                        ? "none"
                        : String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", ratio.likely(), ratio.low(), ratio.high()),
                undone.verdict());
    }
}
