package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * InfiniBand: finds jobs that were told to reduce without the switches although these do it for another job of the same
 * fabric. A job whose setting was not told may use them or not.
 */
final class SharpUnused {
    private static final String SETTING = "NCCL_COLLNET_ENABLE";
    private static final String ON = "1";
    private static final String OFF = "0";
    /** Two hosts gain nothing. */
    private static final int LEAST_HOSTS = 3;

    private SharpUnused() {}

    static List<Finding> of(Context context) {
        String user = null;
        for (Job job : context.jobs()) {
            Cell cell = setting(context, job);
            user = user == null && cell != null && is(cell, ON) ? job.id().value() : user;
        }
        if (user == null) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        for (Job job : context.jobs()) {
            Cell cell = setting(context, job);
            long bytes = largestAllReduceBytes(context, job);
            if (cell != null
                    && is(cell, OFF)
                    && job.isRunning()
                    && bytes > 0
                    && job.hosts().values().stream().distinct().count() >= LEAST_HOSTS) {
                findings.add(finding(context, job, cell.stamp().eventTimeNs(), user, bytes));
            }
        }
        return findings;
    }

    private static @Nullable Cell setting(Context context, Job job) {
        EntityKey key = new EntityKey(
                context.frame().fabric(), EntityKind.JOB, List.of(job.id().value()));
        return context.frame()
                .standing(key, AttributeName.SETTING_PREFIX + SETTING)
                .orElse(null);
    }

    private static boolean is(Cell cell, String value) {
        return cell.value() instanceof Value.Text text && text.text().equals(value);
    }

    /** 0: none is known. */
    private static long largestAllReduceBytes(Context context, Job job) {
        long bytes = 0;
        for (Job.PlannedCollective planned : job.collectives()) {
            bytes = planned.operation() == CollectiveOperation.ALL_REDUCE
                    ? Math.max(bytes, planned.bytesPerRank())
                    : bytes;
        }
        for (StepSample step : context.windows().steps().getOrDefault(job.id(), List.of())) {
            for (StepSample.CollectiveSample run : step.collectives()) {
                bytes = run.operation() == CollectiveOperation.ALL_REDUCE ? Math.max(bytes, run.bytesPerRank()) : bytes;
            }
        }
        return bytes;
    }

    private static Finding finding(Context context, Job job, long sinceNs, String user, long bytes) {
        return new Finding(
                context.frame().fabric(),
                FindingKind.SHARP_UNUSED,
                Severity.NOTICE,
                sinceNs,
                null,
                List.of(job.id().value()),
                job.id() + " reduces in its GPUs though the switches could: all-reduces move twice the bytes.",
                List.of(
                        SETTING + "=" + OFF + " of " + job.id() + " since " + Suggestion.time(sinceNs) + "; " + user
                                + " has it on",
                        String.format(Locale.ROOT, "its largest all-reduce moves %.1f MB a rank", bytes / 1e6)),
                Suggestion.fork(sinceNs, context.reachNs(), List.of("sharp@" + job.id() + "=on")));
    }
}
