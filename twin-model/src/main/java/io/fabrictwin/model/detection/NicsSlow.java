package io.fabrictwin.model.detection;

import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds NICs that their host's bus feeds at less than their line rate, though most NICs of the fabric get theirs: a card that
 * came up with fewer lanes or at an older speed. A NIC with only one of the two rates told is not judged.
 */
final class NicsSlow {
    /** A bus loses a tenth of its rate to headers. */
    static final double LEAST_BUS_OVER_LINE = 0.9;

    static final int LEAST_PEERS = 3;

    /** The fastest way from any GPU to a NIC. */
    private record Bus(long bitsPerSecond, long sinceNs) {}

    /** A NIC with both its rates. */
    private record Nic(String host, String name, long lineBitsPerSecond, Bus bus) {
        boolean isSlow() {
            return bus.bitsPerSecond() < LEAST_BUS_OVER_LINE * lineBitsPerSecond;
        }
    }

    private NicsSlow() {}

    static List<Finding> of(Context context) {
        SortedMap<EntityKey, Bus> buses = new TreeMap<>();
        context.frame().states().forEach((key, state) -> {
            Cell cell = key.kind() == EntityKind.GPU_NIC_PATH
                    ? context.frame()
                            .standing(key, AttributeName.BITS_PER_SECOND)
                            .orElse(null)
                    : null;
            if (cell != null && cell.value() instanceof Value.Whole rate && rate.number() > 0) {
                buses.merge(
                        new EntityKey(
                                key.fabric(),
                                EntityKind.HOST_NIC,
                                List.of(key.owner(), key.path().get(2))),
                        new Bus(rate.number(), cell.stamp().eventTimeNs()),
                        (a, b) -> a.bitsPerSecond() >= b.bitsPerSecond() ? a : b);
            }
        });
        List<Nic> nics = new ArrayList<>();
        buses.forEach((key, bus) -> context.frame()
                .standing(key, AttributeName.BITS_PER_SECOND)
                .ifPresent(cell -> {
                    if (cell.value() instanceof Value.Whole line && line.number() > 0) {
                        nics.add(new Nic(key.owner(), key.path().get(1), line.number(), bus));
                    }
                }));
        long slow = nics.stream().filter(Nic::isSlow).count();
        return nics.size() < LEAST_PEERS || 2 * slow >= nics.size()
                ? List.of()
                : nics.stream()
                        .filter(Nic::isSlow)
                        .map(nic -> finding(context, nic, nics.size() - slow, nics.size()))
                        .toList();
    }

    private static Finding finding(Context context, Nic nic, long whole, int all) {
        return new Finding(
                context.frame().fabric(),
                FindingKind.NIC_SLOW,
                Severity.WARNING,
                nic.bus().sinceNs(),
                null,
                List.of(nic.host(), nic.name()),
                String.format(
                        Locale.ROOT,
                        "The bus of %s feeds %s at %.0f Gbit/s, its line takes %.0f Gbit/s.",
                        nic.host(),
                        nic.name(),
                        nic.bus().bitsPerSecond() / 1e9,
                        nic.lineBitsPerSecond() / 1e9),
                List.of(String.format(
                        Locale.ROOT,
                        "fastest way from a GPU to %s: %.0f Gbit/s since %s; %d of %d NICs get their line rate",
                        nic.name(),
                        nic.bus().bitsPerSecond() / 1e9,
                        Suggestion.time(nic.bus().sinceNs()),
                        whole,
                        all)),
                null);
    }
}
