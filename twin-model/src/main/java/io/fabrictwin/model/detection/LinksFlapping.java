package io.fabrictwin.model.detection;

import io.fabrictwin.model.detection.PortHistory.Interval;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds links that went down more than once while they were watched, as their ends count. */
final class LinksFlapping {
    /** Once is an outage or a repair. */
    static final int LEAST_TIMES = 2;
    /** So many usual gaps after it last went down, a link is steady again. */
    private static final int STEADY_AFTER_GAPS = 4;

    /** What one end counted. */
    private record Flaps(long times, long firstNs, long lastNs) {}

    private LinksFlapping() {}

    static List<Finding> of(Context context) {
        List<Finding> findings = new ArrayList<>();
        for (Link link : context.links()) {
            Flaps a = flaps(context, link.id().a());
            Flaps b = flaps(context, link.id().b());
            Flaps most = a == null || (b != null && b.times() > a.times()) ? b : a;
            if (most != null && most.times() >= LEAST_TIMES) {
                findings.add(finding(context, link, most));
            }
        }
        return findings;
    }

    private static @Nullable Flaps flaps(Context context, PortId port) {
        PortHistory history = context.history(port);
        if (!history.hasGrown(CounterName.LINK_DOWNED)) {
            return null;
        }
        long times = 0;
        long firstNs = 0;
        long lastNs = 0;
        for (Interval interval : history.intervals()) {
            long downs = interval.known(CounterName.LINK_DOWNED);
            if (downs > 0) {
                firstNs = times == 0 ? interval.fromNs() : firstNs;
                lastNs = interval.toNs();
                times += downs;
            }
        }
        return times == 0 ? null : new Flaps(times, firstNs, lastNs);
    }

    private static Finding finding(Context context, Link link, Flaps flaps) {
        PortId a = link.id().a();
        PortId b = link.id().b();
        long gapNs = (flaps.lastNs() - flaps.firstNs()) / Math.max(1, flaps.times() - 1);
        boolean isSteady = context.reachNs() - flaps.lastNs() > STEADY_AFTER_GAPS * gapNs;
        return new Finding(
                context.frame().fabric(),
                FindingKind.LINK_FLAPPING,
                Severity.WARNING,
                flaps.firstNs(),
                isSteady ? (Long) flaps.lastNs() : null,
                List.of(a.toString(), b.toString()),
                String.format(Locale.ROOT, "The link %s went down %d times.", link.id(), flaps.times()),
                List.of(String.format(
                        Locale.ROOT,
                        "%d times down between %s and %s, about every %.3f ms",
                        flaps.times(),
                        Suggestion.time(flaps.firstNs()),
                        Suggestion.time(flaps.lastNs()),
                        gapNs / 1e6)),
                Suggestion.fork(
                        flaps.firstNs(),
                        context.reachNs(),
                        List.of("link@" + a.device() + ":" + b.device() + "=down")));
    }
}
