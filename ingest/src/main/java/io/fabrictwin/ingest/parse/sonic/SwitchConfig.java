package io.fabrictwin.ingest.parse.sonic;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one switch, and what each says in the light of the others.
 *
 * <p>A queue of PFC is named by its priority. Where a port's own map from priority to priority group is not there, group
 * n is taken to serve priority n, as every configuration in the field has it.
 */
final class SwitchConfig {
    private static final String LOCALHOST = "localhost";
    private static final String GLOBAL = "global";
    private static final long BITS_PER_MEGABIT = 1_000_000;
    private static final long NS_PER_MS = 1_000_000;
    private static final int PRIORITIES = 8;
    /** A port of another line card of the same chassis is named {@code switch|asic|port}. */
    private static final int SYSTEM_PORT_PARTS = 4;

    /** Fields of PORT_QOS_MAP that bind a map, with the table that holds it. */
    private static final Map<String, String> BINDINGS = bindings();

    private final String nameOfInput;
    private final Map<String, Map<String, Entry>> tables = new LinkedHashMap<>();

    SwitchConfig(String nameOfInput) {
        this.nameOfInput = nameOfInput;
    }

    private static Map<String, String> bindings() {
        Map<String, String> bindings = new LinkedHashMap<>();
        bindings.put("dscp_to_tc_map", "DSCP_TO_TC_MAP");
        bindings.put("dot1p_to_tc_map", "DOT1P_TO_TC_MAP");
        bindings.put("mpls_tc_to_tc_map", "MPLS_TC_TO_TC_MAP");
        bindings.put("tc_to_queue_map", "TC_TO_QUEUE_MAP");
        bindings.put("tc_to_pg_map", "TC_TO_PRIORITY_GROUP_MAP");
        bindings.put("tc_to_dscp_map", "TC_TO_DSCP_MAP");
        bindings.put("tc_to_dot1p_map", "TC_TO_DOT1P_MAP");
        bindings.put("pfc_to_queue_map", "MAP_PFC_PRIORITY_TO_QUEUE");
        bindings.put("pfc_to_pg_map", Table.PFC_TO_PG_MAP);
        return bindings;
    }

    void hold(Entry entry) {
        tables.computeIfAbsent(entry.table(), table -> new LinkedHashMap<>()).put(entry.key(), entry);
    }

    /** Its host name; of a partial dump without one the name of the input. */
    DeviceId device() {
        Entry metadata = find(Table.DEVICE_METADATA, LOCALHOST);
        String name = metadata == null ? null : new Fields(metadata.fields()).text("hostname");
        return new DeviceId(name == null ? nameOfInput : name);
    }

    boolean isFull() {
        Entry metadata = find(Table.DEVICE_METADATA, LOCALHOST);
        return metadata != null
                && new Fields(metadata.fields()).text("hostname") != null
                && !portNames().isEmpty();
    }

    SortedSet<String> portNames() {
        return new TreeSet<>(tables.getOrDefault(Table.PORT, Map.of()).keySet());
    }

    /** Adds what the entry says. */
    void events(Entry entry, List<FabricEvent> events, IntFunction<EventMeta> meta) throws RefusedException {
        Fields fields = new Fields(entry.fields());
        switch (entry.table()) {
            case Table.DEVICE_METADATA -> readMetadata(entry, fields, events, meta);
            case Table.PORT -> readPort(entry, fields, events, meta);
            case Table.CABLE_LENGTH -> readCableLengths(entry, fields, events, meta);
            case Table.DEVICE_NEIGHBOR -> readNeighbour(entry, fields, events, meta);
            case Table.QUEUE -> readQueue(entry, fields, events, meta);
            case Table.PORT_QOS_MAP -> readPortMaps(entry, fields, events, meta);
            case Table.BUFFER_POOL -> readPool(entry, fields, events, meta);
            case Table.BUFFER_PG -> readPriorityGroup(entry, fields, events, meta);
            case Table.BUFFER_QUEUE -> readBufferQueue(entry, fields, events, meta);
            case Table.PFC_WD, Table.PFC_WD_TABLE -> readWatchdog(entry, fields, events, meta);
            // A profile has no effect until something is bound to it; read here so that a broken one is told.
            case Table.WRED_PROFILE -> WredProfile.of(entry);
            case Table.BUFFER_PROFILE -> BufferProfile.of(entry);
            case Table.SCHEDULER -> Scheduler.of(entry);
            default -> readMap(entry, events, meta);
        }
    }

    private void readMetadata(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta) {
        if (entry.key().equals(LOCALHOST)) {
            events.add(new DeviceDiscovered(
                    meta.apply(events.size()),
                    device(),
                    DeviceKind.SWITCH,
                    fields.text("type"),
                    fields.text("hwsku"),
                    null,
                    null,
                    null));
        }
    }

    private void readPort(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        String alias = fields.text("alias");
        Long bitsPerSecond = fields.scaled("speed", BITS_PER_MEGABIT);
        Integer mtuBytes = fields.between("mtu", 0, Integer.MAX_VALUE);
        for (PortId port : ports(entry.key())) {
            events.add(new PortDiscovered(meta.apply(events.size()), port, null, alias, null));
            events.add(new PortConfigured(
                    meta.apply(events.size()),
                    port,
                    isUp(fields),
                    bitsPerSecond,
                    mtuBytes,
                    entry.fields().get("fec"),
                    alias,
                    null));
        }
    }

    private static @Nullable Boolean isUp(Fields fields) throws RefusedException {
        String status = fields.text("admin_status");
        if (status == null) {
            return null;
        }
        return switch (status.toLowerCase(Locale.ROOT)) {
            case "up" -> true;
            case "down" -> false;
            default ->
                throw new RefusedException(
                        RejectCode.BAD_VALUE, "field admin_status '" + status + "' is neither up nor down");
        };
    }

    private void readCableLengths(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        for (String port : entry.fields().keySet()) {
            Long millimetres = fields.lengthMillimetres(port);
            if (millimetres != null) {
                events.add(new PortConfigured(
                        meta.apply(events.size()),
                        new PortId(device(), port),
                        null,
                        null,
                        null,
                        null,
                        null,
                        millimetres));
            }
        }
    }

    private void readNeighbour(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        String localPort = fields.text("local_port");
        String name = localPort == null ? entry.key() : localPort;
        String neighbour = fields.text("name");
        String neighbourPort = fields.text("port");
        if (neighbour == null || neighbourPort == null) {
            throw new RefusedException(
                    RejectCode.MISSING_FIELD,
                    "the neighbour's " + (neighbour == null ? "name" : "port") + " is not told");
        }
        Entry port = find(Table.PORT, name);
        events.add(new LinkPlanned(
                meta.apply(events.size()),
                new LinkId(new PortId(device(), name), new PortId(new DeviceId(neighbour), neighbourPort)),
                port == null ? null : speedOf(port)));
    }

    /** A broken speed is told where the port is read. */
    private static @Nullable Long speedOf(Entry port) {
        try {
            return new Fields(port.fields()).scaled("speed", BITS_PER_MEGABIT);
        } catch (RefusedException e) {
            return null;
        }
    }

    private void readQueue(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        List<PortId> ports = portsOfQueueKey(entry.key());
        List<Integer> queues = queuesOfKey(entry.key());
        readScheduler(ports, queues, fields.reference("scheduler"), events, meta);
        String name = fields.reference("wred_profile");
        if (name == null) {
            return;
        }
        WredProfile profile = wredProfile(name);
        for (PortId port : ports) {
            for (int queue : queues) {
                events.add(new EcnProfileSet(
                        meta.apply(events.size()),
                        device(),
                        port,
                        queue,
                        name,
                        profile.enabled(),
                        profile.kminBytes(),
                        profile.kmaxBytes(),
                        profile.pmax()));
            }
        }
    }

    private void readScheduler(
            List<PortId> ports,
            List<Integer> queues,
            @Nullable String name,
            List<FabricEvent> events,
            IntFunction<EventMeta> meta) {
        Scheduler scheduler = name == null ? null : scheduler(name);
        if (scheduler == null) {
            return;
        }
        for (PortId port : ports) {
            for (int queue : queues) {
                events.add(new SchedulerSet(
                        meta.apply(events.size()),
                        device(),
                        port,
                        queue,
                        scheduler.kind(),
                        scheduler.weight(),
                        scheduler.bitsPerSecond()));
            }
        }
    }

    /** A broken scheduler is told where it is read itself. */
    private @Nullable Scheduler scheduler(String name) {
        Entry entry = find(Table.SCHEDULER, name);
        try {
            return entry == null ? null : Scheduler.of(entry);
        } catch (RefusedException e) {
            return null;
        }
    }

    private void readBufferQueue(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        List<PortId> ports = portsOfQueueKey(entry.key());
        List<Integer> queues = queuesOfKey(entry.key());
        String name = fields.reference("profile");
        if (name == null) {
            return;
        }
        for (PortId port : ports) {
            for (int queue : queues) {
                events.add(new DeviceTuned(
                        meta.apply(events.size()), device(), port, "queue " + queue + " buffer profile", name));
            }
        }
    }

    private WredProfile wredProfile(String name) {
        Entry entry = find(Table.WRED_PROFILE, name);
        try {
            return entry == null ? WredProfile.NOT_TOLD : WredProfile.of(entry);
        } catch (RefusedException e) {
            return WredProfile.NOT_TOLD;
        }
    }

    private void readPortMaps(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        boolean isGlobal = entry.key().equals(GLOBAL);
        List<@Nullable PortId> ports = new ArrayList<>();
        if (isGlobal) {
            ports.add(null);
        } else {
            ports.addAll(ports(entry.key()));
        }
        List<Integer> paused = fields.numbers("pfc_enable", PRIORITIES - 1);
        for (PortId port : ports) {
            for (Map.Entry<String, String> binding : BINDINGS.entrySet()) {
                String name = fields.reference(binding.getKey());
                Entry map = name == null ? null : find(binding.getValue(), name);
                String mapName = Table.QOS_MAPS.get(binding.getValue());
                if (map != null && mapName != null) {
                    events.add(new QosMapSet(meta.apply(events.size()), device(), port, mapName, map.fields()));
                }
            }
            // The list is the whole truth: a priority that is not in it is switched off.
            for (int priority = 0; paused != null && priority < PRIORITIES; priority++) {
                events.add(new PfcProfileSet(
                        meta.apply(events.size()),
                        device(),
                        port,
                        priority,
                        null,
                        paused.contains(priority),
                        null,
                        null,
                        null,
                        null,
                        null));
            }
        }
    }

    private void readMap(Entry entry, List<FabricEvent> events, IntFunction<EventMeta> meta) {
        String map = Table.QOS_MAPS.getOrDefault(entry.table(), entry.table());
        // Several maps of a kind may exist and be bound to different ports, so that the name belongs to it.
        events.add(new QosMapSet(meta.apply(events.size()), device(), null, map + " " + entry.key(), entry.fields()));
    }

    private void readPool(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        Long bytes = fields.notNegative("size");
        if (bytes != null) {
            events.add(new BufferSet(meta.apply(events.size()), device(), entry.key(), bytes));
        }
        Long headroomBytes = fields.notNegative("xoff");
        if (headroomBytes != null) {
            events.add(new DeviceTuned(
                    meta.apply(events.size()),
                    device(),
                    null,
                    "pool " + entry.key() + " shared headroom bytes",
                    headroomBytes.toString()));
        }
    }

    private void readPriorityGroup(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        List<PortId> ports = portsOfQueueKey(entry.key());
        List<Integer> groups = queuesOfKey(entry.key());
        String name = fields.reference("profile");
        if (name == null) {
            return;
        }
        BufferProfile profile = bufferProfile(name);
        for (PortId port : ports) {
            for (int group : groups) {
                for (int priority : prioritiesOf(port, group)) {
                    events.add(new PfcProfileSet(
                            meta.apply(events.size()),
                            device(),
                            port,
                            priority,
                            name,
                            null,
                            profile.alpha(),
                            profile.xoffBytes(),
                            profile.reserveBytes(),
                            profile.resumeOffsetBytes(),
                            profile.headroomBytes()));
                }
            }
        }
    }

    private BufferProfile bufferProfile(String name) {
        Entry entry = find(Table.BUFFER_PROFILE, name);
        try {
            return entry == null ? BufferProfile.NOT_TOLD : BufferProfile.of(entry);
        } catch (RefusedException e) {
            return BufferProfile.NOT_TOLD;
        }
    }

    private List<Integer> prioritiesOf(PortId port, int group) {
        Entry maps = find(Table.PORT_QOS_MAP, port.name());
        String mapName = maps == null ? null : new Fields(maps.fields()).reference("pfc_to_pg_map");
        Entry map = mapName == null ? null : find(Table.PFC_TO_PG_MAP, mapName);
        if (map == null) {
            return List.of(group);
        }
        List<Integer> priorities = new ArrayList<>();
        SortedMap<String, String> entries = map.fields();
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if (Integer.toString(group).equals(entries.get(Integer.toString(priority)))) {
                priorities.add(priority);
            }
        }
        return priorities;
    }

    private void readWatchdog(Entry entry, Fields fields, List<FabricEvent> events, IntFunction<EventMeta> meta)
            throws RefusedException {
        if (entry.key().equalsIgnoreCase(GLOBAL)) {
            events.add(new PfcWatchdogSet(
                    meta.apply(events.size()),
                    device(),
                    null,
                    null,
                    null,
                    null,
                    fields.scaled("POLL_INTERVAL", NS_PER_MS)));
            return;
        }
        String action = fields.text("action");
        for (PortId port : ports(entry.key())) {
            events.add(new PfcWatchdogSet(
                    meta.apply(events.size()),
                    device(),
                    port,
                    action == null ? null : action.toLowerCase(Locale.ROOT),
                    fields.scaled("detection_time", NS_PER_MS),
                    fields.scaled("restoration_time", NS_PER_MS),
                    null));
        }
    }

    private @Nullable Entry find(String table, String key) {
        return tables.getOrDefault(table, Map.of()).get(key);
    }

    private List<PortId> ports(String names) throws RefusedException {
        List<PortId> ports = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            if (name.isBlank()) {
                throw new RefusedException(RejectCode.MALFORMED, "the key '" + names + "' names no port");
            }
            ports.add(new PortId(device(), name.strip()));
        }
        return ports;
    }

    /** The ports of a key such as {@code Ethernet0,Ethernet4|3-4} or {@code switch|asic|Ethernet0|3}. */
    private List<PortId> portsOfQueueKey(String key) throws RefusedException {
        int bar = key.lastIndexOf('|');
        if (bar <= 0) {
            throw new RefusedException(RejectCode.MALFORMED, "the key '" + key + "' is not of the form port|queue");
        }
        String port = key.substring(0, bar);
        String[] parts = key.split("\\|", -1);
        if (parts.length == SYSTEM_PORT_PARTS && parts[0].equals(device().value())) {
            return ports(parts[2]);
        }
        return parts.length == SYSTEM_PORT_PARTS ? List.of(new PortId(device(), port)) : ports(port);
    }

    private static List<Integer> queuesOfKey(String key) throws RefusedException {
        return Fields.queues(key.substring(key.lastIndexOf('|') + 1));
    }
}
