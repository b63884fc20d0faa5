package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.ByteSlices.Slice;
import io.fabrictwin.model.detection.Incidents.Incident;
import io.fabrictwin.model.detection.Incidents.Observation;
import io.fabrictwin.model.detection.Incidents.Patience;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    /** Half of the uplinks must have lost most of their traffic: bulk data on a few of them takes none off the others. */
    private static final double MOST_OF_MIDDLE_UPLINK = 0.25;

    private UplinksUneven() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        long lengthNs = ByteSlices.lengthNs(context);
        for (DeviceId device : context.surroundings().tiers().keySet()) {
            List<PortId> uplinks = context.surroundings().uplinks(device);
            if (lengthNs > 0 && uplinks.size() >= LEAST_UPLINKS) {
                findings.addAll(of(
                        context,
                        device,
                        uplinks,
                        ByteSlices.of(context, uplinks.stream().map(List::of).toList(), lengthNs)));
            }
        }
        return findings;
    }

    private static List<Finding> of(Context context, DeviceId device, List<PortId> uplinks, List<Slice> slices) {
        List<Observation> observations = new ArrayList<>();
        List<Slice> before = new ArrayList<>();
        List<Double> usual = new ArrayList<>();
        for (Slice slice : slices) {
            double inUse = Medians.of(before.stream().map(Slice::waysInUse).toList());
            boolean isUneven = before.size() >= LEAST_BEFORE
                    && slice.waysInUse() <= MOST_OF_BEFORE * inUse
                    && middle(slice)
                            <= MOST_OF_MIDDLE_UPLINK
                                    * Medians.of(before.stream()
                                            .map(UplinksUneven::middle)
                                            .toList())
                    && slice.sum()
                            >= LEAST_BYTES_OF_BEFORE
                                    * Medians.of(before.stream().map(Slice::sum).toList());
            observations.add(new Observation(slice.fromNs(), slice.toNs(), isUneven));
            usual.add(inUse);
            if (!isUneven) {
                before.add(slice);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Incident incident : Incidents.of(observations, Patience.ofSteps(TO_OPEN, TO_CLOSE))) {
            List<Slice> during = slices.subList(incident.first(), incident.last() + 1);
            findings.add(finding(context, device, uplinks, incident, during, usual.get(incident.first())));
        }
        return findings;
    }

    /** What the middle one of the uplinks carries. */
    private static double middle(Slice slice) {
        return Medians.of(slice.bytes());
    }

    private static Finding finding(
            Context context,
            DeviceId device,
            List<PortId> uplinks,
            Incident incident,
            List<Slice> during,
            double usual) {
        double inUse = Medians.of(during.stream().map(Slice::waysInUse).toList());
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
