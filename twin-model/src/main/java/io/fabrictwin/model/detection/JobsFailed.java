package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds jobs that do not run any more and whose ranks told of errors in the end. */
final class JobsFailed {
    /** Hosts whose errors are told one by one. */
    private static final int MOST_LINES = 4;

    /** What a host told last. */
    private record Failure(
            String host, long timeNs, @Nullable String peer, String message) {}

    private JobsFailed() {}

    static List<Finding> of(Context context) {
        SortedMap<JobId, List<Failure>> failures = new TreeMap<>();
        context.frame().states().forEach((key, state) -> {
            Cell cell = key.kind() == EntityKind.FAILURE
                    ? context.frame().standing(key, AttributeName.FAILURE_KIND).orElse(null)
                    : null;
            if (cell != null) {
                String message = context.frame().text(key, AttributeName.MESSAGE);
                failures.computeIfAbsent(new JobId(key.owner()), job -> new ArrayList<>())
                        .add(new Failure(
                                key.path().get(1),
                                cell.stamp().eventTimeNs(),
                                context.frame().text(key, AttributeName.PEER),
                                message == null ? cell.value().toString() : message));
            }
        });
        List<Finding> findings = new ArrayList<>();
        for (Job job : context.jobs()) {
            List<Failure> own = failures.get(job.id());
            if (own != null && !job.isRunning()) {
                findings.add(finding(context, job.id(), own));
            }
        }
        return findings;
    }

    private static Finding finding(Context context, JobId job, List<Failure> failures) {
        SortedMap<String, Integer> peers = new TreeMap<>();
        for (Failure failure : failures) {
            if (failure.peer() != null) {
                peers.merge(failure.peer(), 1, Integer::sum);
            }
        }
        String peer = peers.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(null);
        List<String> entities = new ArrayList<>(List.of(job.value()));
        if (peer != null) {
            entities.add(peer);
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.JOB_FAILED,
                Severity.CRITICAL,
                failures.stream().mapToLong(Failure::timeNs).min().orElseThrow(),
                null,
                entities,
                peer == null
                        ? "Ranks of " + job + " told of errors, and it does not run any more."
                        : "Ranks of " + job + " cannot reach " + peer + ", and it does not run any more.",
                failures.stream()
                        .limit(MOST_LINES)
                        .map(failure -> String.format(
                                Locale.ROOT,
                                "%s at %s: %s",
                                failure.host(),
                                Suggestion.time(failure.timeNs()),
                                failure.message()))
                        .toList(),
                null);
    }
}
