package io.fabrictwin.model.detection;

import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Finds settings of a job's library that were set after its first steps: it has not run with them all the time. */
final class JobsRetuned {
    private static final double TOLD_GROWTH = 1.2;

    private JobsRetuned() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        context.frame().states().forEach((key, state) -> {
            if (key.kind() != EntityKind.JOB) {
                return;
            }
            JobId job = new JobId(key.owner());
            Long firstEndNs = context.windows().steps().getOrDefault(job, List.of()).stream()
                    .map(StepSample::endNs)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
            long startedNs = context.frame()
                    .standing(key, AttributeName.RUNNING)
                    .map(cell -> cell.stamp().eventTimeNs())
                    .orElse(Long.MIN_VALUE);
            for (String attribute : state.attributes().keySet()) {
                Cell cell = attribute.startsWith(AttributeName.SETTING_PREFIX)
                        ? context.frame().standing(key, attribute).orElse(null)
                        : null;
                if (cell != null
                        && firstEndNs != null
                        && cell.stamp().eventTimeNs() > Math.max(startedNs, firstEndNs)
                        && cell.value() instanceof Value.Text value) {
                    findings.add(finding(
                            context,
                            job,
                            attribute.substring(AttributeName.SETTING_PREFIX.length()),
                            value.text(),
                            cell.stamp().eventTimeNs()));
                }
            }
        });
        return findings;
    }

    private static Finding finding(Context context, JobId job, String setting, String value, long sinceNs) {
        List<String> evidence = new ArrayList<>();
        evidence.add(setting + "=" + value + " since " + Suggestion.time(sinceNs));
        double growth = TrafficUnexplained.growth(context, job, sinceNs);
        if (growth > TOLD_GROWTH) {
            evidence.add(String.format(
                    Locale.ROOT, "hosts of %s are sent %.2f times as many bytes a step since then", job, growth));
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.JOB_RETUNED,
                Severity.NOTICE,
                sinceNs,
                null,
                List.of(job.value(), setting + "=" + value),
                job + " was set to " + setting + "=" + value + " while it ran.",
                evidence,
                null);
    }
}
