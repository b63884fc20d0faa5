package io.fabrictwin.ingest.parse.sonicdb;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.ingest.parse.sonicdb.Place.Kind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The entries of one dump, and what each tells in the light of its maps of names. */
final class Database {
    /** Statistics that gNMI answered for a path that is not told. */
    private static final String UNTOLD_PORT = "port";

    private static final Pattern OBJECT = Pattern.compile("oid:0x[0-9a-fA-F]{1,16}");

    private final DeviceId device;
    private final Sink sink;
    private final Places places = new Places();

    Database(DeviceId device, Sink sink) {
        this.device = device;
        this.sink = sink;
    }

    /** To be called with all entries before any of them is told. */
    void learn(String key, Map<String, String> fields) {
        places.learn(key, fields);
    }

    /** Adds what an entry tells. The answer is why it cannot be told; null: it can. */
    @Nullable
    String tell(String key, Map<String, String> fields, Facts facts) {
        int end = separator(key);
        String table = end < 0 ? key : key.substring(0, end);
        String id = end < 0 ? "" : key.substring(end + 1);
        if (Places.isMap(table) || isMapOfIds(table)) {
            sink.unread("map of names");
            return null;
        }
        if (fields.isEmpty()) {
            return null;
        }
        if (OBJECT.matcher(id).matches()) {
            return ofObject(table, id, fields, facts);
        }
        if (new State(device, sink).tell(table, id, fields, facts)) {
            return null;
        }
        Statistics statistics = new Statistics(device);
        Kind kind = kindOf(fields);
        Place queue = Places.ofQueue(kind, key);
        if (queue != null && kind != Kind.PORT) {
            String prefix = key.endsWith(":periodic") ? "periodic " : "";
            tellPlace(queue, prefix, fields, facts, statistics);
        } else if (kind == Kind.PORT) {
            tellPlace(
                    new Place(kind, table.equals("document") ? UNTOLD_PORT : key, null), "", fields, facts, statistics);
        } else {
            sink.unread("table " + (table.length() > 40 || table.matches(".*\\d.*") ? "of another kind" : table));
        }
        return null;
    }

    private static int separator(String key) {
        int colon = key.indexOf(':');
        int bar = key.indexOf('|');
        return colon < 0 ? bar : bar < 0 ? colon : Math.min(colon, bar);
    }

    private static boolean isMapOfIds(String table) {
        return table.startsWith("COUNTERS_") && table.endsWith("_MAP");
    }

    private @Nullable String ofObject(String table, String id, Map<String, String> fields, Facts facts) {
        Place place = places.of(id);
        if (place == null) {
            if (places.isEmpty() && kindOf(fields) != Kind.OTHER) {
                return "the dump does not tell what object " + id + " is; dump COUNTERS_PORT_NAME_MAP and its kin, too";
            }
            sink.unread("statistics of an object without a name");
            return null;
        }
        Statistics statistics = new Statistics(device);
        switch (table) {
            case "COUNTERS" -> tellPlace(place, "", fields, facts, statistics);
            case "RATES" -> rates(place, fields, facts, statistics);
            case "USER_WATERMARKS" -> tellPlace(place, "user ", fields, facts, statistics);
            case "PERSISTENT_WATERMARKS" -> tellPlace(place, "persistent ", fields, facts, statistics);
            case "PERIODIC_WATERMARKS" -> tellPlace(place, "periodic ", fields, facts, statistics);
            default -> sink.unread("table " + table);
        }
        return null;
    }

    private void tellPlace(Place place, String prefix, Map<String, String> fields, Facts facts, Statistics statistics) {
        PortId port = new PortId(device, place.name());
        int index = place.index() == null ? 0 : place.index();
        String part = switch (place.kind()) {
            case QUEUE, VIRTUAL_QUEUE -> "queue " + index;
            case PRIORITY_GROUP -> "priority group " + index;
            case POOL -> "pool " + place.name();
            default -> null;
        };
        if (place.kind() == Kind.OTHER) {
            sink.unread("statistics of a router interface or tunnel");
        } else if (place.kind() == Kind.POOL) {
            statistics.gauges(null, part, prefix, fields, facts);
        } else if (!prefix.isEmpty()) {
            statistics.gauges(port, part, prefix, fields, facts);
        } else {
            switch (place.kind()) {
                case QUEUE -> statistics.queue(port, index, false, fields, facts);
                case VIRTUAL_QUEUE -> statistics.queue(port, index, true, fields, facts);
                case PRIORITY_GROUP -> statistics.group(port, index, fields, facts);
                default -> statistics.port(port, fields, facts);
            }
        }
    }

    /** In spite of their names these are bytes per second. */
    private void rates(Place place, Map<String, String> fields, Facts facts, Statistics statistics) {
        Map<String, String> names = Map.of(
                "RX_BPS", "rxBytesPerSecond",
                "TX_BPS", "txBytesPerSecond",
                "RX_PPS", "rxPacketsPerSecond",
                "TX_PPS", "txPacketsPerSecond");
        Map<String, String> named = new HashMap<>();
        fields.forEach((field, value) -> named.put(names.getOrDefault(field, field), value));
        if (place.kind() == Kind.OTHER) {
            sink.unread("statistics of a router interface or tunnel");
        } else {
            statistics.gauges(
                    new PortId(device, place.name()),
                    place.index() == null ? null : "queue " + place.index(),
                    "",
                    named,
                    facts);
        }
    }

    private static Kind kindOf(Map<String, String> fields) {
        for (String field : fields.keySet()) {
            if (field.startsWith("SAI_QUEUE_") || field.startsWith("PFC_WD_")) {
                return Kind.QUEUE;
            }
            if (field.startsWith("SAI_INGRESS_PRIORITY_GROUP_")) {
                return Kind.PRIORITY_GROUP;
            }
            if (field.startsWith("SAI_PORT_STAT_") || field.startsWith("EST_PORT_STAT_")) {
                return Kind.PORT;
            }
        }
        return Kind.OTHER;
    }
}
