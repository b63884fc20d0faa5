package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds switches whose traffic goes over far fewer uplinks than before. The number of uplinks in use is the square of the
 * sum of their bytes over the sum of the squares: n where n carry the same, 1 where one carries all.
 */
final class UplinksUneven {
    static final int LEAST_UPLINKS = 3;
    /** Down to three fifths: more than one link of a few that fails, less than what hashing anew by chance does. */
    static final double MOST_OF_BEFORE = 0.6;
    /** Traffic must go on: where it ends, what is left may lie anywhere. */
    private static final double LEAST_BYTES_OF_BEFORE = 0.3;

    static final int LEAST_BEFORE = 3;
    static final int TO_OPEN = 2;
    static final int TO_CLOSE = 2;
    /** Slices that are looked at, of those the newest. */
    private static final int MOST_SLICES = 500;

    /** What a switch sent upwards in a slice of time as long as a step. */
    private record Slice(long fromNs, long toNs, double bytes, double uplinksInUse) {}

    private UplinksUneven() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        long lengthNs = sliceNs(context);
        for (DeviceId device : context.surroundings().tiers().keySet()) {
            List<PortId> uplinks = context.surroundings().uplinks(device);
            if (lengthNs > 0 && uplinks.size() >= LEAST_UPLINKS) {
                findings.addAll(of(context, device, uplinks, slices(context, uplinks, lengthNs)));
            }
        }
        return findings;
    }

    /** The longest usual step of a job: within one, work repeats itself. 0: none is known. */
    private static long sliceNs(Context context) {
        long longestNs = 0;
        for (List<StepSample> steps : context.windows().steps().values()) {
            List<Long> timesNs = steps.stream()
                    .filter(step -> step.durationNs().isPresent())
                    .map(step -> step.durationNs().orElseThrow())
                    .toList();
            longestNs = Math.max(longestNs, Math.round(Medians.of(timesNs)));
        }
        return longestNs;
    }

    private static List<Slice> slices(Context context, List<PortId> uplinks, long lengthNs) {
        long firstNs = Long.MAX_VALUE;
        long lastNs = Long.MIN_VALUE;
        for (PortId uplink : uplinks) {
            List<CounterSample> samples = context.windows().counters().getOrDefault(uplink, List.of());
            if (!samples.isEmpty()) {
                firstNs = Math.min(firstNs, samples.get(0).eventTimeNs());
                lastNs = Math.max(lastNs, samples.get(samples.size() - 1).eventTimeNs());
            }
        }
        List<Slice> slices = new ArrayList<>();
        for (long fromNs = Math.max(firstNs, lastNs - MOST_SLICES * lengthNs);
                firstNs < lastNs && fromNs + lengthNs <= lastNs;
                fromNs += lengthNs) {
            Slice slice = slice(context, uplinks, fromNs, fromNs + lengthNs);
            if (slice != null) {
                slices.add(slice);
            }
        }
        return slices;
    }

    private static @Nullable Slice slice(Context context, List<PortId> uplinks, long fromNs, long toNs) {
        double sum = 0;
        double squares = 0;
        for (PortId uplink : uplinks) {
            Double bytes = context.windows().increase(uplink, CounterName.TX_BYTES, fromNs, toNs);
            if (bytes == null) {
                return null;
            }
            sum += bytes;
            squares += bytes * bytes;
        }
        return sum <= 0 ? null : new Slice(fromNs, toNs, sum, sum * sum / squares);
    }

    private static List<Finding> of(Context context, DeviceId device, List<PortId> uplinks, List<Slice> slices) {
        List<Observation> observations = new ArrayList<>();
        List<Slice> before = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (Slice slice : slices) {
            double inUse =
                    median(before.stream().mapToDouble(Slice::uplinksInUse).toArray());
            double bytes = median(before.stream().mapToDouble(Slice::bytes).toArray());
            boolean isUneven = before.size() >= LEAST_BEFORE
                    && slice.uplinksInUse() <= MOST_OF_BEFORE * inUse
                    && slice.bytes() >= LEAST_BYTES_OF_BEFORE * bytes;
            observations.add(new Observation(slice.fromNs(), slice.toNs(), isUneven));
            usual.add(inUse);
            if (!isUneven) {
                before.add(slice);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, TO_OPEN, TO_CLOSE)) {
            List<Slice> during = slices.subList(incident.first(), incident.last() + 1);
            findings.add(finding(context, device, uplinks, incident, during, usual.get(incident.first())));
        }
        return findings;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values.length == 0 ? 0 : (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
    }

    private static Finding finding(
            Context context,
            DeviceId device,
            List<PortId> uplinks,
            Incident incident,
            List<Slice> during,
            double usual) {
        double inUse = median(during.stream().mapToDouble(Slice::uplinksInUse).toArray());
        long lastNs = during.get(during.size() - 1).toNs();
        PortId busiest = uplinks.get(0);
        double most = -1;
        double all = 0;
        for (PortId uplink : uplinks) {
            Double bytes = context.windows().increase(uplink, CounterName.TX_BYTES, incident.startNs(), lastNs);
            all += bytes == null ? 0 : bytes;
            if (bytes != null && bytes > most) {
                most = bytes;
                busiest = uplink;
            }
        }
        return new Finding(
                context.frame().fabric(),
                FindingKind.UPLINKS_UNEVEN,
                Severity.WARNING,
                incident.startNs(),
                incident.endNs(),
                List.of(device.value(), busiest.toString()),
                String.format(
                        Locale.ROOT,
                        "%s sends its traffic over %.1f of its %d uplinks, before that over %.1f.",
                        device,
                        inUse,
                        uplinks.size(),
                        usual),
                List.of(String.format(
                        Locale.ROOT,
                        "%s carries %.0f %% of what %s sends upwards since %s",
                        busiest,
                        100 * most / all,
                        device,
                        Suggestion.time(incident.startNs()))),
                null);
    }
}
