package io.fabrictwin.ingest.topology;

import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a cabling report.
 *
 * @param kind what is wrong
 * @param port the port to look at first
 * @param planned port that it is meant to be joined to; null: none
 * @param found port that it is joined to; null: none
 * @param plannedBitsPerSecond rate that is meant; null: not told
 * @param foundBitsPerSecond rate that was found; null: not told
 */
public record CablingDifference(
        Kind kind,
        PortId port,
        @Nullable PortId planned,
        @Nullable PortId found,
        @Nullable Long plannedBitsPerSecond,
        @Nullable Long foundBitsPerSecond) {

    /** What can be wrong with a cable. */
    public enum Kind {
        /** A port is joined to another port than planned. */
        MISWIRED,
        /** A planned cable is not there, and both its ports are free. */
        MISSING,
        /** A cable is there that nobody planned. */
        EXTRA,
        /** The right cable runs at another rate. */
        RATE_DIFFERS
    }

    /** Compares two topologies, whatever each calls itself. */
    public static List<CablingDifference> between(Cabling plan, Cabling fact) {
        return between(plan, cable -> true, fact, cable -> true);
    }

    /** Compares a plan with what was seen in another topology. */
    public static List<CablingDifference> betweenPlanAndSeen(Cabling plan, Cabling twin) {
        return between(plan, cable -> true, twin, Cable::isSeen);
    }

    /** Compares what is planned in a topology with what was seen in it. */
    public static List<CablingDifference> within(Cabling cabling) {
        return between(cabling, Cable::isPlanned, cabling, Cable::isSeen);
    }

    private static List<CablingDifference> between(
            Cabling plan, Predicate<Cable> isPlan, Cabling fact, Predicate<Cable> isFact) {
        List<CablingDifference> differences = new ArrayList<>();
        SortedMap<PortId, List<Cable>> factByPort = fact.cablesByPort();
        Set<LinkId> told = new HashSet<>();
        for (Cable planned : plan.cables()) {
            if (isPlan.test(planned)) {
                compare(planned, fact, factByPort, isFact, told, differences);
            }
        }
        for (Cable found : fact.cables()) {
            Cable planned = plan.cable(found.link());
            boolean isInPlan = planned != null && isPlan.test(planned);
            if (isFact.test(found) && !isInPlan && !told.contains(found.link())) {
                differences.add(new CablingDifference(
                        Kind.EXTRA, found.link().a(), null, found.link().b(), null, found.bitsPerSecond()));
            }
        }
        differences.sort(Comparator.comparing(CablingDifference::kind)
                .thenComparing(CablingDifference::port)
                .thenComparing(difference -> String.valueOf(difference.found())));
        return differences;
    }

    private static void compare(
            Cable planned,
            Cabling fact,
            SortedMap<PortId, List<Cable>> factByPort,
            Predicate<Cable> isFact,
            Set<LinkId> told,
            List<CablingDifference> differences) {
        PortId a = planned.link().a();
        PortId b = planned.link().b();
        Cable found = fact.cable(planned.link());
        if (found != null && isFact.test(found)) {
            Long meant =
                    planned.plannedBitsPerSecond() == null ? planned.bitsPerSecond() : planned.plannedBitsPerSecond();
            Long runs = found.bitsPerSecond();
            if (meant != null && runs != null && !meant.equals(runs)) {
                differences.add(new CablingDifference(Kind.RATE_DIFFERS, a, b, b, meant, runs));
            }
            return;
        }
        boolean isElsewhere = false;
        for (PortId end : List.of(a, b)) {
            for (Cable other : factByPort.getOrDefault(end, List.of())) {
                if (isFact.test(other)) {
                    isElsewhere = true;
                    told.add(other.link());
                    differences.add(new CablingDifference(
                            Kind.MISWIRED,
                            end,
                            planned.link().opposite(end),
                            other.link().opposite(end),
                            planned.bitsPerSecond(),
                            other.bitsPerSecond()));
                }
            }
        }
        if (!isElsewhere) {
            differences.add(new CablingDifference(Kind.MISSING, a, b, null, planned.bitsPerSecond(), null));
        }
    }
}
