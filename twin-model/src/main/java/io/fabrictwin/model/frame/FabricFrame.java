package io.fabrictwin.model.frame;

import static io.fabrictwin.model.state.AttributeName.*;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.identity.Identities;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.StateMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The whole fabric at a cut of the log. Immutable. Its digest covers the state alone: two frames with the same events
 * behind them have the same digest, whoever folded them and in whatever order.
 */
public final class FabricFrame {
    /** Of a frame without any write. */
    private static final long NO_REACH = -1;

    private final FabricId fabric;
    private final Identities identities;
    /** As they were folded. */
    private final StateMap folded;
    /** Under the names that stand for each device and port. */
    private final StateMap states;

    private final Positions positions;
    private final Sweeps sweeps;
    private final Derived derived;
    private final long reachNs;

    private FabricFrame(
            FabricId fabric,
            Identities identities,
            StateMap folded,
            StateMap states,
            Sweeps sweeps,
            Derived derived,
            long reachNs,
            Positions positions) {
        this.fabric = fabric;
        this.identities = identities;
        this.folded = folded;
        this.states = states;
        this.sweeps = sweeps;
        this.derived = derived;
        this.reachNs = reachNs;
        this.positions = positions;
    }

    private static FabricFrame of(FabricId fabric, StateMap folded, Positions positions) {
        Identities identities = Identities.of(folded);
        StateMap states = StateMap.copyOf(identities.join(folded));
        return new FabricFrame(
                fabric,
                identities,
                folded,
                states,
                Sweeps.of(states),
                new Derived(),
                reachNs(states, NO_REACH),
                positions);
    }

    /**
     * Assembles a frame from folded states.
     *
     * @param states by entity, of any fabrics and tiers; only this fabric's present state is taken
     * @param positions what had been folded
     */
    public static FabricFrame of(FabricId fabric, Map<EntityKey, EntityState> states, Positions positions) {
        SortedMap<EntityKey, EntityState> own = new TreeMap<>();
        states.forEach((key, state) -> {
            if (key.fabric().equals(fabric) && key.kind().tier() == EntityKind.Tier.STATE) {
                own.put(key, state);
            }
        });
        return of(fabric, StateMap.copyOf(own), positions);
    }

    /**
     * The frame after more was folded, at the cost of what is new; equal to one assembled from all.
     *
     * @param more what was folded since, by entity of this fabric's present state; it is merged with what there was
     * @param now what had been folded then
     */
    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    public FabricFrame with(Map<EntityKey, EntityState> more, Positions now) {
        Map<EntityKey, EntityState> changed = merged(folded, more);
        if (changed.isEmpty()) {
            return new FabricFrame(fabric, identities, folded, states, sweeps, derived, reachNs, now);
        }
        StateMap next = folded.with(changed);
        boolean isNamedAnew = changed.entrySet().stream()
                .anyMatch(entry -> Identities.dependOn(entry.getKey(), folded.get(entry.getKey()), entry.getValue()));
        if (isNamedAnew) {
            return of(fabric, next, now);
        }
        StateMap nextStates = next;
        if (states != folded) {
            Map<EntityKey, EntityState> joined = new HashMap<>();
            changed.forEach((key, state) -> joined.merge(identities.key(key), state, EntityState::mergedWith));
            nextStates = states.with(merged(states, joined));
        }
        Sweeps nextSweeps = Sweeps.of(nextStates);
        Derived nextDerived = nextSweeps.equals(sweeps) ? derived.without(changed.keySet()) : new Derived();
        return new FabricFrame(
                fabric, identities, next, nextStates, nextSweeps, nextDerived, reachNs(changed, reachNs), now);
    }

    /** Whether both hold the very same states, as frames of two cuts do between which nothing of the fabric changed. */
    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    public boolean isUnchangedSince(FabricFrame earlier) {
        return folded == earlier.folded;
    }

    @SuppressWarnings("ReferenceEquality") // the same object is what tells that nothing changed
    private static Map<EntityKey, EntityState> merged(StateMap present, Map<EntityKey, EntityState> more) {
        Map<EntityKey, EntityState> merged = new HashMap<>();
        more.forEach((key, state) -> {
            EntityState before = present.get(key);
            EntityState after = before == null ? state : before.mergedWith(state);
            if (after != before) {
                merged.put(key, after);
            }
        });
        return merged;
    }

    /** The fabrics that states tell of, in order. */
    public static SortedSet<FabricId> fabrics(Map<EntityKey, EntityState> states) {
        SortedSet<FabricId> fabrics = new TreeSet<>();
        states.keySet().forEach(key -> fabrics.add(key.fabric()));
        return fabrics;
    }

    public FabricId fabric() {
        return fabric;
    }

    public Positions positions() {
        return positions;
    }

    /** SHA-256 of the state, 64 hexadecimal digits. */
    public String digest() {
        return folded.digest();
    }

    /** Which names mean one device or port. */
    public Identities identities() {
        return identities;
    }

    /** The folded states behind the frame, in order, joined where several names mean one device or port. */
    public SortedMap<EntityKey, EntityState> states() {
        return states;
    }

    /** The states as they were folded, in order: what the digest covers, and what frames of parts are put together from. */
    public SortedMap<EntityKey, EntityState> folded() {
        return folded;
    }

    /** The newest write of an attribute that no sweep has made obsolete: what stands, and since when. */
    public Optional<Cell> standing(EntityKey key, String attribute) {
        EntityKey joined = identities.key(key);
        EntityState state = states.get(joined);
        return state == null
                ? Optional.empty()
                : new Entity(joined, state, sweeps).cells(attribute).stream().findFirst();
    }

    /** The whole number that stands of an attribute; null where none does. */
    public @Nullable Long whole(EntityKey key, String attribute) {
        Cell cell = standing(key, attribute).orElse(null);
        return cell == null ? null : cell.whole();
    }

    /** The text that stands of an attribute; null where none does. */
    public @Nullable String text(EntityKey key, String attribute) {
        Cell cell = standing(key, attribute).orElse(null);
        return cell == null ? null : cell.text();
    }

    /** Greatest event time of any write, ns since 1970; empty where the frame is. */
    public Optional<Long> eventTimeReachNs() {
        return reachNs == NO_REACH ? Optional.empty() : Optional.of(reachNs);
    }

    /** Of two frames of which one holds all that the other does, that one's is the later: writes are only ever replaced by newer. */
    private static long reachNs(Map<EntityKey, EntityState> states, long atLeastNs) {
        long[] reachNs = {atLeastNs};
        states.forEach((key, state) -> state.attributes()
                .forEach((name, attribute) -> reachNs[0] =
                        Math.max(reachNs[0], attribute.newest().stamp().eventTimeNs())));
        return reachNs[0];
    }

    /** Devices that are there, in order of name. */
    public List<Device> devices() {
        return derived.devices(() -> entities(EntityKind.DEVICE).stream()
                .filter(entity -> !isOnlySwept(entity))
                .map(FabricFrame::device)
                .toList());
    }

    public Optional<Device> device(DeviceId id) {
        Entity entity = entity(EntityKind.DEVICE, id.value());
        return entity == null || isOnlySwept(entity) ? Optional.empty() : Optional.of(device(entity));
    }

    private static boolean isOnlySwept(Entity entity) {
        return entity.state().attributes().keySet().stream()
                .filter(name -> !name.startsWith(SWEPT_PREFIX))
                .noneMatch(entity::has);
    }

    private static Device device(Entity entity) {
        String kind = entity.text(KIND);
        return new Device(
                new DeviceId(entity.path(0)),
                kind == null ? null : DeviceKind.valueOf(kind),
                entity.text(DESCRIPTION),
                entity.text(MODEL),
                entity.text(ADDRESS),
                entity.whole(ROUTING_SEED),
                entity.whole(BUFFER_BYTES));
    }

    /** Links that are there or planned, in order. */
    public List<Link> links() {
        return derived.links(this::readLinks);
    }

    private List<Link> readLinks() {
        List<Link> links = new ArrayList<>();
        for (Entity entity : entities(EntityKind.LINK)) {
            boolean isSeen = entity.isSeen();
            if (isSeen || entity.has(PLANNED)) {
                Long observed = entity.whole(BITS_PER_SECOND);
                links.add(new Link(
                        new LinkId(
                                PortId.of(entity.path(0), entity.path(1)), PortId.of(entity.path(2), entity.path(3))),
                        isSeen,
                        entity.flag(UP),
                        observed == null ? entity.whole(PLANNED_BITS_PER_SECOND) : observed,
                        entity.whole(DELAY_NS)));
            }
        }
        return List.copyOf(links);
    }

    /** Ports that were told of by themselves or as an end of a link, in order. */
    public List<Port> ports() {
        return derived.ports(this::readPorts);
    }

    private List<Port> readPorts() {
        Map<PortId, Link> linkByPort = new TreeMap<>();
        for (Link link : links()) {
            linkByPort.put(link.id().a(), link);
            linkByPort.put(link.id().b(), link);
        }
        SortedSet<PortId> ids = new TreeSet<>(linkByPort.keySet());
        Map<PortId, Entity> entityByPort = new TreeMap<>();
        for (Entity entity : entities(EntityKind.PORT)) {
            PortId id = PortId.of(entity.path(0), entity.path(1));
            if (!isOnlySwept(entity)) {
                ids.add(id);
                entityByPort.put(id, entity);
            }
        }
        List<Port> ports = new ArrayList<>();
        for (PortId id : ids) {
            ports.add(port(id, linkByPort.get(id), entityByPort.get(id)));
        }
        return List.copyOf(ports);
    }

    private static Port port(PortId id, @Nullable Link link, @Nullable Entity entity) {
        Long bitsPerSecond = link == null ? null : link.bitsPerSecond();
        if (entity != null && bitsPerSecond == null) {
            bitsPerSecond = entity.whole(BITS_PER_SECOND);
        }
        if (entity != null && bitsPerSecond == null) {
            bitsPerSecond = entity.whole(CONFIGURED_BITS_PER_SECOND);
        }
        String alias = entity == null ? null : entity.text(ALIAS);
        if (alias == null && entity != null) {
            alias = entity.text(CONFIGURED_ALIAS);
        }
        return new Port(
                id,
                bitsPerSecond,
                link == null ? null : link.id().opposite(id),
                link == null ? null : link.isUp(),
                entity == null ? null : entity.flag(ADMIN_UP),
                alias,
                entity == null ? null : entity.count(MTU_BYTES));
    }

    /** What the port did between its two newest counter samples of one format; empty where there are none. */
    public Optional<PortActivity> activity(PortId port) {
        Entity entity = entity(EntityKind.PORT, port.device().value(), port.name());
        if (entity == null) {
            return Optional.empty();
        }
        List<Cell> cells = entity.cells(COUNTERS);
        for (int later = 0; later < cells.size(); later++) {
            for (int earlier = later + 1; earlier < cells.size(); earlier++) {
                Cell newer = cells.get(later);
                Cell older = cells.get(earlier);
                if (newer.stamp()
                                .source()
                                .format()
                                .equals(older.stamp().source().format())
                        && newer.stamp().eventTimeNs() > older.stamp().eventTimeNs()) {
                    return Optional.of(PortActivity.between(older, newer));
                }
            }
        }
        return Optional.empty();
    }

    /** Newest counters of a port; empty where none were told. */
    public SortedMap<String, Long> counters(PortId port) {
        Entity entity = entity(EntityKind.PORT, port.device().value(), port.name());
        SortedMap<String, Long> counters = entity == null ? null : entity.numbers(COUNTERS);
        return counters == null ? Collections.emptySortedMap() : counters;
    }

    /** Queues that were told of by a measurement or a setting of their own, in order. */
    public List<Queue> queues() {
        return derived.queues(this::readQueues);
    }

    private List<Queue> readQueues() {
        List<Queue> queues = new ArrayList<>();
        for (EntityKind kind : List.of(EntityKind.PORT, EntityKind.QUEUE)) {
            for (Entity entity : entities(kind)) {
                boolean isQueue = kind == EntityKind.QUEUE;
                if (entity.has(DEPTH_BYTES) || entity.has(DEPTH_MAX_BYTES) || (isQueue && !isOnlySwept(entity))) {
                    PortId port = PortId.of(entity.path(0), entity.path(1));
                    Integer priority = isQueue ? (Integer) entity.pathNumber(2) : null;
                    queues.add(new Queue(
                            port,
                            priority,
                            entity.whole(DEPTH_BYTES),
                            entity.whole(DEPTH_MAX_BYTES),
                            ecn(port, priority)));
                }
            }
        }
        queues.sort(Comparator.comparing(Queue::port)
                .thenComparing(Queue::priority, Comparator.nullsFirst(Comparator.naturalOrder())));
        return queues;
    }

    /** ECN settings of an egress queue; each from the narrowest scope that has it. */
    public EcnSettings ecn(PortId port, @Nullable Integer priority) {
        List<Entity> scopes = scopes(port, priority);
        return new EcnSettings(
                first(scopes, scope -> scope.flag(ECN_ENABLED)),
                first(scopes, scope -> scope.whole(ECN_KMIN_BYTES)),
                first(scopes, scope -> scope.whole(ECN_KMAX_BYTES)),
                first(scopes, scope -> scope.decimal(ECN_PMAX)));
    }

    /** PFC settings of an ingress port; each from the narrowest scope that has it. */
    public PfcSettings pfc(PortId port, @Nullable Integer priority) {
        List<Entity> scopes = scopes(port, priority);
        return new PfcSettings(
                first(scopes, scope -> scope.flag(PFC_ENABLED)),
                first(scopes, scope -> scope.decimal(PFC_ALPHA)),
                first(scopes, scope -> scope.whole(PFC_XOFF_BYTES)),
                first(scopes, scope -> scope.whole(PFC_RESERVE_BYTES)),
                first(scopes, scope -> scope.whole(PFC_RESUME_OFFSET_BYTES)),
                first(scopes, scope -> scope.whole(PFC_HEADROOM_BYTES)));
    }

    /** DCQCN constants and packet format of a host or NIC. */
    public SenderSettings sender(DeviceId device) {
        Entity entity = entity(EntityKind.DEVICE, device.value());
        List<Entity> scopes = entity == null ? List.of() : List.of(entity);
        return new SenderSettings(
                first(scopes, scope -> scope.decimal(DCQCN_GAIN)),
                first(scopes, scope -> scope.whole(DCQCN_ALPHA_TIMER_NS)),
                first(scopes, scope -> scope.whole(DCQCN_RATE_DECREASE_INTERVAL_NS)),
                first(scopes, scope -> scope.whole(DCQCN_RATE_INCREASE_TIMER_NS)),
                first(scopes, scope -> scope.whole(DCQCN_ADDITIVE_INCREASE_BITS_PER_SECOND)),
                first(scopes, scope -> scope.whole(DCQCN_HYPER_INCREASE_BITS_PER_SECOND)),
                first(scopes, scope -> scope.whole(DCQCN_MIN_RATE_BITS_PER_SECOND)),
                first(scopes, scope -> scope.count(DCQCN_FAST_RECOVERY_TIMES)),
                first(scopes, scope -> scope.count(PAYLOAD_BYTES)),
                first(scopes, scope -> scope.count(WIRE_BYTES)));
    }

    /** Jobs that were told of, in order of name. */
    public List<Job> jobs() {
        return derived.jobs(this::readJobs);
    }

    private List<Job> readJobs() {
        SortedSet<JobId> ids = new TreeSet<>();
        for (EntityKind kind : Derived.OF_JOBS) {
            entities(kind).forEach(entity -> ids.add(new JobId(entity.path(0))));
        }
        return ids.stream().map(this::job).toList();
    }

    private Job job(JobId id) {
        Entity job = entity(EntityKind.JOB, id.value());
        SortedMap<Integer, DeviceId> hosts = new TreeMap<>();
        for (Entity rank : entities(EntityKind.RANK, id.value())) {
            String host = rank.text(HOST);
            if (host != null) {
                hosts.put(rank.pathNumber(1), identities.device(new DeviceId(host)));
            }
        }
        List<Job.PlannedCollective> collectives = new ArrayList<>();
        for (Entity planned : entities(EntityKind.COLLECTIVE, id.value())) {
            String operation = planned.text(OPERATION);
            Long bytes = planned.whole(BYTES_PER_RANK);
            Double launchFraction = planned.decimal(LAUNCH_FRACTION);
            Integer stream = planned.count(STREAM);
            if (operation != null && bytes != null && launchFraction != null && stream != null) {
                collectives.add(new Job.PlannedCollective(
                        planned.pathNumber(1), CollectiveOperation.valueOf(operation), bytes, launchFraction, stream));
            }
        }
        collectives.sort(Comparator.comparingInt(Job.PlannedCollective::index));
        Boolean running = job == null ? null : job.flag(RUNNING);
        return new Job(
                id,
                running == null || running,
                job == null ? null : job.count(RANK_COUNT),
                job == null ? null : job.count(QUEUE_PAIRS_PER_CONNECTION),
                job == null ? null : job.whole(NEWEST_STEP),
                job == null ? null : job.whole(NEWEST_STEP_TIME_NS),
                Collections.unmodifiableSortedMap(hosts),
                List.copyOf(collectives),
                connections(id));
    }

    private List<Job.Connection> connections(JobId job) {
        List<Job.Connection> connections = new ArrayList<>();
        for (Entity entity : entities(EntityKind.CONNECTION, job.value())) {
            List<String> devices = entity.texts(DEVICES);
            Integer sourcePort = entity.count(SOURCE_PORT);
            Integer destinationPort = entity.count(DESTINATION_PORT);
            if (devices != null && sourcePort != null && destinationPort != null) {
                connections.add(new Job.Connection(
                        entity.pathNumber(1),
                        entity.pathNumber(2),
                        entity.pathNumber(3),
                        entity.pathNumber(4),
                        new DeviceId(entity.path(5)),
                        new DeviceId(entity.path(6)),
                        sourcePort,
                        destinationPort,
                        devices.stream().map(DeviceId::new).toList()));
            }
        }
        connections.sort(Comparator.comparingInt(Job.Connection::stream)
                .thenComparingInt(Job.Connection::sourceRank)
                .thenComparingInt(Job.Connection::destinationRank)
                .thenComparingInt(Job.Connection::queuePair)
                .thenComparing(Job.Connection::sourceHost)
                .thenComparing(Job.Connection::destinationHost));
        return List.copyOf(connections);
    }

    private interface Reader<T> {
        @Nullable
        T read(Entity entity);
    }

    private static <T> @Nullable T first(List<Entity> scopes, Reader<T> reader) {
        for (Entity scope : scopes) {
            T value = reader.read(scope);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Entities whose settings reach a queue, narrowest first. */
    private List<Entity> scopes(PortId port, @Nullable Integer priority) {
        List<Entity> scopes = new ArrayList<>();
        String device = port.device().value();
        if (priority != null) {
            addIfPresent(scopes, entity(EntityKind.QUEUE, device, port.name(), priority.toString()));
            addIfPresent(scopes, entity(EntityKind.QUEUE, device, EntityKey.ALL, priority.toString()));
        }
        addIfPresent(scopes, entity(EntityKind.PORT, device, port.name()));
        addIfPresent(scopes, entity(EntityKind.DEVICE, device));
        return scopes;
    }

    private static void addIfPresent(List<Entity> entities, @Nullable Entity entity) {
        if (entity != null) {
            entities.add(entity);
        }
    }

    private @Nullable Entity entity(EntityKind kind, String... path) {
        EntityKey key = new EntityKey(fabric, kind, List.of(path));
        EntityState state = states.get(key);
        return state == null ? null : new Entity(key, state, sweeps);
    }

    /** Entities of a kind, in order; with an owner only its own. */
    List<Entity> entities(EntityKind kind, String... owner) {
        EntityKey from = new EntityKey(fabric, kind, List.of(owner));
        List<Entity> entities = new ArrayList<>();
        for (Map.Entry<EntityKey, EntityState> entry : states.tailMap(from).entrySet()) {
            EntityKey key = entry.getKey();
            if (key.kind() != kind || (owner.length > 0 && !key.owner().equals(owner[0]))) {
                break;
            }
            entities.add(new Entity(key, entry.getValue(), sweeps));
        }
        return entities;
    }
}
