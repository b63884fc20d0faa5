package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;

/**
 * Finds hosts of a job that are sent more bytes a step than before. A job sends its hosts the same in every step; where it
 * comes to send them all more, it is the job that has changed ({@link #growth}), else somebody else sends there.
 */
final class TrafficUnexplained {
    /** Above what sampling between steps makes of the same bytes. */
    static final double LEAST_GROWTH = 1.2;

    static final int LEAST_BEFORE = 3;
    static final int TO_OPEN = 2;
    static final int TO_CLOSE = 2;
    /** Where more of a job's hosts are sent more, the job has changed. */
    private static final double MOST_HOSTS = 0.4;

    /** More bytes than before at the switch port that faces a host. */
    private record Rise(PortId port, DeviceId host, Incident incident, long lastNs, double before, double during) {}

    private TrafficUnexplained() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        context.windows().steps().forEach((job, steps) -> {
            SortedMap<DeviceId, PortId> edges = context.edges(job);
            List<Rise> rises = new ArrayList<>();
            edges.forEach((host, port) -> rises.addAll(rises(context, steps, host, port)));
            if (rises.stream().map(Rise::host).distinct().count() <= MOST_HOSTS * edges.size()) {
                rises.forEach(rise -> findings.add(finding(context, job, rise)));
            }
        });
        return findings;
    }

    /** How many times as much the hosts of a job are sent a step from an instant on as before it; 0 where unknown. */
    static double growth(Context context, JobId job, long sinceNs) {
        double before = 0;
        double after = 0;
        int stepsBefore = 0;
        int stepsAfter = 0;
        SortedMap<DeviceId, PortId> edges = context.edges(job);
        for (StepSample step : context.windows().steps().getOrDefault(job, List.of())) {
            if (step.startNs() != null && step.endNs() != null) {
                double bytes = 0;
                for (PortId port : edges.values()) {
                    Double own = context.windows().increase(port, CounterName.TX_BYTES, step.startNs(), step.endNs());
                    bytes += own == null ? 0 : own;
                }
                if (step.endNs() <= sinceNs) {
                    before += bytes;
                    stepsBefore++;
                } else if (step.startNs() >= sinceNs && bytes > 0) {
                    after += bytes;
                    stepsAfter++;
                }
            }
        }
        return before <= 0 || stepsAfter == 0 ? 0 : after / stepsAfter / (before / stepsBefore);
    }

    private static List<Rise> rises(Context context, List<StepSample> steps, DeviceId host, PortId port) {
        List<Observation> observations = new ArrayList<>();
        List<Long> bytesOfSteps = new ArrayList<>();
        List<Long> before = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (StepSample step : steps) {
            Double bytes = step.startNs() == null || step.endNs() == null
                    ? null
                    : context.windows().increase(port, CounterName.TX_BYTES, step.startNs(), step.endNs());
            if (bytes != null) {
                double median = Medians.of(before);
                boolean isMore = before.size() >= LEAST_BEFORE && bytes > LEAST_GROWTH * median;
                observations.add(new Observation(
                        Objects.requireNonNull(step.startNs()), Objects.requireNonNull(step.endNs()), isMore));
                bytesOfSteps.add(Math.round(bytes));
                usual.add(median);
                if (!isMore) {
                    before.add(Math.round(bytes));
                }
            }
        }
        List<Rise> rises = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, Patience.ofSteps(TO_OPEN, TO_CLOSE))) {
            rises.add(new Rise(
                    port,
                    host,
                    incident,
                    observations.get(incident.last()).toNs(),
                    usual.get(incident.first()),
                    Medians.of(bytesOfSteps.subList(incident.first(), incident.last() + 1))));
        }
        return rises;
    }

    private static Finding finding(Context context, JobId job, Rise rise) {
        return new Finding(
                context.frame().fabric(),
                FindingKind.TRAFFIC_UNEXPLAINED,
                Severity.WARNING,
                rise.incident().startNs(),
                rise.incident().endNs(),
                List.of(rise.port().toString(), rise.host().value(), job.value()),
                String.format(
                        Locale.ROOT,
                        "%s is sent %.2f times as many bytes in a step of %s as before: traffic that the job does not"
                                + " explain.",
                        rise.host(),
                        rise.during() / rise.before(),
                        job),
                List.of(String.format(
                        Locale.ROOT,
                        "%s sent %s %.1f MB a step until %s, and %.1f MB since",
                        rise.port().device(),
                        rise.host(),
                        rise.before() / 1e6,
                        Suggestion.time(rise.incident().startNs()),
                        rise.during() / 1e6)),
                null);
    }
}
