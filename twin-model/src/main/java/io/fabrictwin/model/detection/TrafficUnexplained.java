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
import org.jspecify.annotations.Nullable;

/**
 * Finds hosts of a job that are sent more bytes a step than before. A job sends its hosts the same in every step; where it
 * comes to send them all more, it is the job that has changed ({@link #growth}), else somebody else sends there.
 */
final class TrafficUnexplained {
    static final double LEAST_GROWTH = 1.2;
    /** Share of its bytes that may belong to other steps: so that twice as much, up and down, is less than the growth. */
    private static final double MOST_UNSURE = 0.08;

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
        List<Double> seen = new ArrayList<>();
        List<Double> before = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (Stretch stretch : stretches(context, steps, port)) {
            double median = before.size() < LEAST_BEFORE ? Double.POSITIVE_INFINITY : Medians.of(before);
            boolean isMore = stretch.bytesOfStep() > LEAST_GROWTH * median;
            observations.add(new Observation(stretch.lastStartNs(), stretch.toNs(), isMore));
            seen.add(stretch.bytesOfStep());
            usual.add(median);
            if (!isMore) {
                before.add(stretch.bytesOfStep());
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
                    Medians.of(seen.subList(incident.first(), incident.last() + 1))));
        }
        return rises;
    }

    /**
     * A step, and as many before it as it takes to know what was sent: where counters are read a few times a step, what is
     * taken for the bytes of one may be another's.
     *
     * @param lastStartNs when its last step began
     * @param toNs when that was over
     * @param bytesOfStep mean of its steps
     */
    private record Stretch(long lastStartNs, long toNs, double bytesOfStep) {}

    private static List<Stretch> stretches(Context context, List<StepSample> steps, PortId port) {
        List<StepSample> whole = steps.stream()
                .filter(step -> step.startNs() != null && step.endNs() != null)
                .toList();
        List<Windows.@Nullable Reading> begins = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        int first = 0;
        for (int last = 0; last < whole.size(); last++) {
            long startNs = Objects.requireNonNull(whole.get(last).startNs());
            long endNs = Objects.requireNonNull(whole.get(last).endNs());
            begins.add(context.windows().reading(port, CounterName.TX_BYTES, startNs));
            Windows.Reading end = context.windows().reading(port, CounterName.TX_BYTES, endNs);
            while (first < last
                    && end != null
                    && (Windows.increase(begins.get(first), end) == null || isSure(begins.get(first + 1), end))) {
                first++;
            }
            Double bytes = isSure(begins.get(first), end) ? Windows.increase(begins.get(first), end) : null;
            if (bytes != null) {
                stretches.add(new Stretch(startNs, endNs, bytes / (last - first + 1)));
            }
        }
        return stretches;
    }

    private static boolean isSure(Windows.@Nullable Reading begin, Windows.@Nullable Reading end) {
        Double bytes = Windows.increase(begin, end);
        return bytes != null && begin != null && end != null && begin.unsure() + end.unsure() <= MOST_UNSURE * bytes;
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
