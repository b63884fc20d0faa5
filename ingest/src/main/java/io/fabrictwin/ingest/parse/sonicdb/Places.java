package io.fabrictwin.ingest.parse.sonicdb;

import io.fabrictwin.ingest.parse.sonicdb.Place.Kind;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The maps of names of one dump: object ids change with every start of the switch. */
final class Places {
    /** Ports of a chassis have the card before the name; periodic watermarks have a word behind the index. */
    private static final Pattern QUEUE = Pattern.compile("(.{1,200}?):(\\d{1,4})(?::(\\w{1,20}))?");

    private static final Map<String, Kind> MAPS = Map.ofEntries(
            Map.entry("COUNTERS_PORT_NAME_MAP", Kind.PORT),
            Map.entry("COUNTERS_LAG_NAME_MAP", Kind.PORT),
            Map.entry("COUNTERS_FABRIC_PORT_NAME_MAP", Kind.PORT),
            Map.entry("COUNTERS_SYSTEM_PORT_NAME_MAP", Kind.PORT),
            Map.entry("COUNTERS_QUEUE_NAME_MAP", Kind.QUEUE),
            Map.entry("COUNTERS_FABRIC_QUEUE_NAME_MAP", Kind.QUEUE),
            Map.entry("COUNTERS_VOQ_NAME_MAP", Kind.VIRTUAL_QUEUE),
            Map.entry("COUNTERS_PG_NAME_MAP", Kind.PRIORITY_GROUP),
            Map.entry("COUNTERS_BUFFER_POOL_NAME_MAP", Kind.POOL),
            Map.entry("COUNTERS_RIF_NAME_MAP", Kind.OTHER),
            Map.entry("COUNTERS_TUNNEL_NAME_MAP", Kind.OTHER));

    private final Map<String, Place> byId = new HashMap<>();

    static boolean isMap(String table) {
        return MAPS.containsKey(table);
    }

    /** Takes an entry if it is a map of names. */
    void learn(String table, Map<String, String> fields) {
        Kind kind = MAPS.get(table);
        if (kind == null) {
            return;
        }
        fields.forEach((name, id) -> {
            Place place = kind == Kind.QUEUE || kind == Kind.VIRTUAL_QUEUE || kind == Kind.PRIORITY_GROUP
                    ? ofQueue(kind, name)
                    : name.isBlank() ? null : new Place(kind, name, null);
            // A router interface shares its id with the channel it stands on, which is the port.
            if (place != null && (kind != Kind.OTHER || !byId.containsKey(id))) {
                byId.put(id, place);
            }
        });
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }

    @Nullable
    Place of(String id) {
        return byId.get(id);
    }

    /** The place that a name such as {@code Ethernet0:3} tells; null: it is of another form. */
    static @Nullable Place ofQueue(Kind kind, String name) {
        Matcher matcher = QUEUE.matcher(name);
        return matcher.matches() ? new Place(kind, matcher.group(1), Integer.valueOf(matcher.group(2))) : null;
    }
}
