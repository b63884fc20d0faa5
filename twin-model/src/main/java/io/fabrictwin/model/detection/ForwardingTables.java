package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.Value;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The linear forwarding tables of InfiniBand switches as far as they were told. */
final class ForwardingTables {
    /** A LID has 16 bits. */
    private static final Pattern DESTINATIONS = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    /** A table and since when it stands. */
    record Told(SortedMap<String, String> ports, long sinceNs) {
        /** Takes every destination with its port; a line may hold a range of destinations (17-24). Others are no LIDs. */
        void forEach(BiConsumer<Integer, String> consumer) {
            ports.forEach((destinations, port) -> {
                Matcher line = DESTINATIONS.matcher(destinations);
                if (line.matches()) {
                    int first = Integer.parseInt(line.group(1));
                    int last = line.group(2) == null ? first : Integer.parseInt(line.group(2));
                    for (int destination = first; destination <= last; destination++) {
                        consumer.accept(destination, port);
                    }
                }
            });
        }
    }

    private ForwardingTables() {}

    /** By switch. */
    static SortedMap<DeviceId, Told> of(FabricFrame frame, Surroundings surroundings) {
        SortedMap<DeviceId, Told> tables = new TreeMap<>();
        for (DeviceId device : surroundings.tiers().keySet()) {
            if (surroundings.isSwitch(device)) {
                EntityKey key = new EntityKey(frame.fabric(), EntityKind.DEVICE, List.of(device.value()));
                Cell cell = frame.standing(key, AttributeName.FORWARDING_TABLE).orElse(null);
                if (cell != null && cell.value() instanceof Value.Pairs table) {
                    tables.put(device, new Told(table.byName(), cell.stamp().eventTimeNs()));
                }
            }
        }
        return tables;
    }
}
