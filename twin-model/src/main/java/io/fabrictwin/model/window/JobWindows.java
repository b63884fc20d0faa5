package io.fabrictwin.model.window;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.JobId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The windows of all jobs of a fabric. */
public final class JobWindows {
    private JobWindows() {}

    /** By job, in order of name; of none that told of neither a whole step nor a collective. */
    public static SortedMap<JobId, JobWindow> of(FabricFrame frame, History history, Span span) {
        return of(frame, history, history.windows(frame.fabric()), span);
    }

    /**
     * The same.
     *
     * @param windows of that history, where they are at hand
     */
    public static SortedMap<JobId, JobWindow> of(FabricFrame frame, History history, Windows windows, Span span) {
        long reachNs = frame.eventTimeReachNs().orElse(0L);
        Map<JobId, List<StepSample>> steps = windows.steps();
        Map<JobId, List<CollectiveRun>> runs = CollectiveRun.of(frame, history.jobs());
        SortedSet<JobId> jobs = new TreeSet<>(steps.keySet());
        jobs.addAll(runs.keySet());
        SortedMap<JobId, JobWindow> all = new TreeMap<>();
        for (JobId job : jobs) {
            JobWindow.of(
                            steps.getOrDefault(job, List.of()),
                            runs.getOrDefault(job, List.of()),
                            RailLag.rails(frame, job),
                            reachNs,
                            span)
                    .ifPresent(window -> all.put(job, window));
        }
        return Collections.unmodifiableSortedMap(all);
    }
}
