package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.Link;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds links that were seen and are down, or run slower than most links between the same tiers. */
final class LinksDegraded {
    /** With fewer links nobody can say what the right rate is. */
    static final int LEAST_PEERS = 3;

    private LinksDegraded() {}

    static List<Finding> of(Context context) {
        SortedMap<String, Map<Long, Integer>> ratesByTiers = new TreeMap<>();
        for (Link link : context.links()) {
            String tiers = tiers(context.surroundings(), link.id());
            Long rate = link.bitsPerSecond();
            if (link.isSeen() && tiers != null && rate != null) {
                ratesByTiers.computeIfAbsent(tiers, id -> new HashMap<>()).merge(rate, 1, Integer::sum);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (Link link : context.links()) {
            if (link.isSeen()) {
                String tiers = tiers(context.surroundings(), link.id());
                Map<Long, Integer> rates = tiers == null ? null : ratesByTiers.get(tiers);
                Finding finding = finding(context, link, rates == null ? null : common(rates));
                if (finding != null) {
                    findings.add(finding);
                }
            }
        }
        return findings;
    }

    private static @Nullable String tiers(Surroundings surroundings, LinkId link) {
        Integer a = surroundings.tier(link.a().device());
        Integer b = surroundings.tier(link.b().device());
        return a == null || b == null ? null : Math.min(a, b) + "-" + Math.max(a, b);
    }

    /** The rate of more than half of the links; null where there is no such thing or there are too few. */
    private static @Nullable Long common(Map<Long, Integer> countByRate) {
        int links = countByRate.values().stream().mapToInt(Integer::intValue).sum();
        for (Map.Entry<Long, Integer> entry : countByRate.entrySet()) {
            if (links >= LEAST_PEERS && 2 * entry.getValue() > links) {
                return entry.getKey();
            }
        }
        return null;
    }

    private static @Nullable Finding finding(Context context, Link link, @Nullable Long commonRate) {
        PortId a = link.id().a();
        PortId b = link.id().b();
        DeviceId deviceA = a.device();
        DeviceId deviceB = b.device();
        Long rate = link.bitsPerSecond();
        boolean isDown = Boolean.FALSE.equals(link.isUp());
        if (!isDown && (rate == null || commonRate == null || rate >= commonRate)) {
            return null;
        }
        EntityKey key = new EntityKey(
                context.frame().fabric(),
                EntityKind.LINK,
                List.of(deviceA.value(), a.name(), deviceB.value(), b.name()));
        Cell seen = context.frame()
                .standing(key, isDown ? AttributeName.UP : AttributeName.BITS_PER_SECOND)
                .orElse(null);
        if (seen == null) {
            // The rate is a plan: nobody saw the link run at it.
            return null;
        }
        long sinceNs = seen.stamp().eventTimeNs();
        String name = deviceA + ":" + deviceB;
        String slow = isDown || rate == null || commonRate == null
                ? "is down"
                : String.format(
                        Locale.ROOT,
                        "runs at %.0f Gbit/s, most such links at %.0f Gbit/s",
                        rate / 1e9,
                        commonRate / 1e9);
        return new Finding(
                context.frame().fabric(),
                FindingKind.LINK_DEGRADED,
                Severity.WARNING,
                sinceNs,
                null,
                List.of(a.toString(), b.toString()),
                "The link " + link.id() + " " + slow + ".",
                List.of(slow + " since " + Suggestion.time(sinceNs)),
                Suggestion.fork(
                        sinceNs,
                        context.reachNs(),
                        List.of(
                                isDown || commonRate == null
                                        ? "link@" + name + "=up"
                                        : "link-rate@" + name + "=" + commonRate)));
    }
}
