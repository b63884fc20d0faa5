package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Finds jobs whose steps take longer than those before. */
final class StepsStretched {
    /** Steps of a healthy job vary by a few percent. */
    static final double LEAST_STRETCH = 1.1;
    /** So many steps tell how long a step takes. */
    static final int LEAST_BEFORE = 4;
    /** A median of more steps would follow a job's own slow changes too late. */
    static final int MOST_BEFORE = 50;
    /** One or two long steps are a checkpoint or an evaluation. */
    static final int TO_OPEN = 3;

    static final int TO_CLOSE = 2;
    /** From here on the job does less than two thirds of its work. */
    private static final double CRITICAL_STRETCH = 1.5;

    private StepsStretched() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        context.windows().steps().forEach((job, steps) -> {
            List<StepSample> complete =
                    steps.stream().filter(step -> step.durationNs().isPresent()).toList();
            findings.addAll(of(context, job, complete));
        });
        return findings;
    }

    private static List<Finding> of(Context context, JobId job, List<StepSample> steps) {
        List<Observation> observations = new ArrayList<>();
        List<Double> mediansBefore = new ArrayList<>();
        Deque<Long> before = new ArrayDeque<>();
        for (StepSample step : steps) {
            long durationNs = step.durationNs().orElseThrow();
            long endNs = Objects.requireNonNull(step.endNs());
            double median = Medians.of(before);
            // More than any before: a job whose steps vary much does not stretch with each long one.
            boolean isLong = before.size() >= LEAST_BEFORE
                    && durationNs > LEAST_STRETCH * median
                    && durationNs
                            > before.stream().mapToLong(Long::longValue).max().orElse(0);
            observations.add(new Observation(endNs - durationNs, endNs, isLong));
            mediansBefore.add(median);
            if (!isLong) {
                before.addLast(durationNs);
                if (before.size() > MOST_BEFORE) {
                    before.removeFirst();
                }
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, Patience.ofSteps(TO_OPEN, TO_CLOSE))) {
            findings.add(finding(context, job, steps, incident, mediansBefore.get(incident.first())));
        }
        return findings;
    }

    private static Finding finding(
            Context context, JobId job, List<StepSample> steps, Incident incident, double medianBeforeNs) {
        List<StepSample> during = steps.subList(incident.first(), incident.last() + 1);
        double medianNs = Medians.of(
                during.stream().map(step -> step.durationNs().orElseThrow()).toList());
        double stretch = medianNs / medianBeforeNs;
        long first = during.get(0).step();
        return new Finding(
                context.frame().fabric(),
                FindingKind.STEPS_STRETCHED,
                stretch >= CRITICAL_STRETCH ? Severity.CRITICAL : Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                List.of(job.value()),
                String.format(
                        Locale.ROOT,
                        "Steps of %s take %.2f times as long as before, from step %d on.",
                        job,
                        stretch,
                        first),
                List.of(String.format(
                        Locale.ROOT,
                        "median step %.3f ms over steps %d to %d, before that %.3f ms",
                        medianNs / 1e6,
                        first,
                        during.get(during.size() - 1).step(),
                        medianBeforeNs / 1e6)),
                null);
    }
}
