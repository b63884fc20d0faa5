package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.incident.IncidentAnalysis;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.SlowSpan;
import io.fabrictwin.model.incident.SlowSteps;
import io.fabrictwin.model.incident.SlowSteps.Question;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One fabric's history, asked why steps were slow.
 *
 * @param history folded steps and samples
 * @param frame at its end
 * @param frameAt the fabric as it was at an event time
 */
record Span(FabricFrame frame, Map<EntityKey, EntityState> history, LongFunction<FabricFrame> frameAt) {
    /**
     * An answer.
     *
     * @param report null: no step asked about was slow
     * @param why why there is none; empty where there is one
     */
    record Answer(@Nullable IncidentReport report, String why) {}

    /**
     * Looks for the worst stretch of slow steps that is asked about, and for its cause.
     *
     * @throws WrongUsageException where the record knows no such job, or nothing of that time
     */
    Answer ask(Question question) {
        FabricId fabric = frame.fabric();
        Windows windows = Windows.of(fabric, history);
        requireJob(windows, question.job());
        requireRecorded(windows, question);
        SlowSteps.Found found = SlowSteps.find(frame, windows, question);
        SlowSpan span = found.span();
        if (span == null) {
            return new Answer(null, found.why());
        }
        FabricFrame telling = frameAt.apply(span.tellingNs());
        Clocks clocks = Clocks.of(telling, history, span.toNs());
        return new Answer(IncidentAnalysis.report(telling, windows, clocks, span), "");
    }

    private void requireJob(Windows windows, @Nullable JobId job) {
        NavigableSet<JobId> known = new TreeSet<>(windows.steps().keySet());
        frame.jobs().stream().map(Job::id).forEach(known::add);
        if (job != null && !known.contains(job)) {
            throw new WrongUsageException("the log tells of no job '" + job + "'"
                    + (known.isEmpty() ? "; it tells of none" : "; it has " + known));
        }
        if (job != null && !windows.steps().containsKey(job)) {
            throw new WrongUsageException(
                    "the log tells of " + job + ", but of none of its steps; their times come from"
                            + " a trainer's log or a profiler (docs/formats.md)");
        }
    }

    private static void requireRecorded(Windows windows, Question question) {
        if (windows.steps().isEmpty()) {
            throw new WrongUsageException(
                    "the log tells of no steps; bring some in with: fabric-twin ingest FORMAT FILE");
        }
        Long beginNs = windows.beginNs();
        long endNs = windows.reachNs();
        Long toNs = question.toNs();
        Long fromNs = question.fromNs();
        if ((toNs != null && beginNs != null && toNs < beginNs) || (fromNs != null && fromNs > endNs)) {
            throw new WrongUsageException("nothing is known of that time: steps and counters are kept from "
                    + Units.instant(beginNs == null ? endNs : beginNs) + " to " + Units.instant(endNs));
        }
    }
}
