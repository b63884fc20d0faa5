package io.fabrictwin.model.clock;

import io.fabrictwin.model.clock.Meeting.Stay;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.Cell;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Value;
import io.fabrictwin.model.window.Thinning;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the collectives in which clocks met: of the hour before an instant, those that every twin keeps. */
final class Meetings {
    /** Facts that lie further back say little of a clock now; the live twin and replays both reach back so far. */
    static final long HORIZON_NS = 3_600_000_000_000L;

    /** In these every rank needs what every other has; in the others some may be done before the last has come. */
    private static final Set<CollectiveOperation> SYNCHRONISING = EnumSet.of(
            CollectiveOperation.ALL_REDUCE,
            CollectiveOperation.ALL_GATHER,
            CollectiveOperation.REDUCE_SCATTER,
            CollectiveOperation.ALL_TO_ALL);

    private final FabricFrame frame;
    private final Map<JobId, SortedMap<Integer, JobPlaces.Rank>> places = new HashMap<>();
    /** By name of the series, then by step or sequence: the ranks' states by key. */
    private final SortedMap<String, NavigableMap<Long, SortedMap<EntityKey, EntityState>>> series = new TreeMap<>();

    private final List<Meeting> meetings = new ArrayList<>();
    private final SortedSet<DeviceId> farOff = new TreeSet<>();
    private long newestNs;

    private Meetings(FabricFrame frame, long untilNs) {
        this.frame = frame;
        this.newestNs = Math.min(untilNs, frame.eventTimeReachNs().orElse(0L));
    }

    /**
     * Those of the last hour before an instant, or before the newest fact if that is earlier.
     *
     * @param jobs what jobs did, by entity; other entities and fabrics are passed over
     * @param untilNs what was over later is not looked at; ns since 1970, inclusive
     */
    static Meetings of(FabricFrame frame, Map<EntityKey, EntityState> jobs, long untilNs) {
        Meetings read = new Meetings(frame, untilNs);
        jobs.forEach((key, state) -> {
            if (key.fabric().equals(frame.fabric())) {
                read.take(key, state);
            }
        });
        List<SortedMap<DeviceId, Stay>> candidates = new ArrayList<>();
        read.series.values().forEach(byNumber -> {
            if (untilNs != Long.MAX_VALUE) {
                byNumber.values().removeIf(members -> read.isLater(members, untilNs));
            }
            for (long number : Thinning.COLLECTIVES.of(byNumber.navigableKeySet())) {
                SortedMap<DeviceId, Stay> stays = read.stays(byNumber.getOrDefault(number, new TreeMap<>()));
                if (stays.size() > 1) {
                    read.newestNs = Math.max(read.newestNs, Meeting.middleNs(stays));
                    candidates.add(stays);
                }
            }
        });
        candidates.forEach(read::meet);
        return read;
    }

    List<Meeting> meetings() {
        return meetings;
    }

    /** Devices whose clocks were so far from the others' that what they stamped was left out. */
    SortedSet<DeviceId> farOff() {
        return farOff;
    }

    private void take(EntityKey key, EntityState state) {
        List<String> path = key.path();
        if (key.kind() == EntityKind.COLLECTIVE_RUN) {
            put(path.get(0) + '\n' + path.get(2), Long.parseLong(path.get(1)), key, state);
        } else if (key.kind() == EntityKind.COLLECTIVE_MEASURE
                && !path.get(1).isEmpty()
                && !path.get(4).isEmpty()) {
            String name = path.get(0) + '\n' + path.get(1) + '\n' + path.get(2);
            put(name, Long.parseLong(path.get(3)), key, state);
        }
    }

    private void put(String name, long number, EntityKey key, EntityState state) {
        series.computeIfAbsent(name, unknown -> new TreeMap<>())
                .computeIfAbsent(number, unknown -> new TreeMap<>())
                .put(key, state);
    }

    private boolean isLater(SortedMap<EntityKey, EntityState> members, long untilNs) {
        SortedMap<DeviceId, Stay> stays = stays(members);
        return !stays.isEmpty() && Meeting.middleNs(stays) > untilNs;
    }

    /** By host; of none where they did not wait for each other. */
    private SortedMap<DeviceId, Stay> stays(SortedMap<EntityKey, EntityState> members) {
        SortedMap<DeviceId, Stay> stays = new TreeMap<>();
        members.forEach((key, state) -> {
            DeviceId host = host(key, state);
            Stay stay = stay(key, state);
            if (host != null && stay != null) {
                stays.merge(host, stay, Stay::with);
            }
        });
        // Ranks of one host have one clock: where one of them left before another came, none waited for all.
        boolean isMeeting = stays.values().stream().allMatch(stay -> stay.leavingNs() >= stay.comingNs());
        return isMeeting ? stays : new TreeMap<>();
    }

    private void meet(SortedMap<DeviceId, Stay> stays) {
        long middleNs = Meeting.middleNs(stays);
        if (middleNs < newestNs - HORIZON_NS) {
            return;
        }
        stays.entrySet().removeIf(entry -> {
            boolean isFarOff = Math.abs(entry.getValue().leavingNs() - middleNs) > HORIZON_NS;
            if (isFarOff) {
                farOff.add(entry.getKey());
            }
            return isFarOff;
        });
        if (stays.size() > 1) {
            meetings.add(new Meeting(stays));
        }
    }

    private static @Nullable Stay stay(EntityKey key, EntityState state) {
        boolean isRun = key.kind() == EntityKind.COLLECTIVE_RUN;
        String operation =
                isRun ? text(state, AttributeName.OPERATION) : key.path().get(2);
        Long startNs = whole(state, AttributeName.START_NS);
        Long durationNs = whole(state, AttributeName.DURATION_NS);
        Long endNs = isRun
                ? whole(state, AttributeName.END_NS)
                : startNs == null || durationNs == null ? null : (Long) (startNs + durationNs);
        return operation == null
                        || startNs == null
                        || endNs == null
                        || !SYNCHRONISING.contains(CollectiveOperation.valueOf(operation))
                ? null
                : new Stay(startNs, endNs);
    }

    private @Nullable DeviceId host(EntityKey key, EntityState state) {
        List<String> path = key.path();
        JobId job = new JobId(path.get(0));
        if (key.kind() == EntityKind.COLLECTIVE_RUN) {
            JobPlaces.Rank rank = places.computeIfAbsent(
                            job, id -> JobPlaces.of(frame, id).ranks())
                    .get(Integer.parseInt(path.get(3)));
            return rank == null ? null : rank.host();
        }
        String told = text(state, AttributeName.HOST);
        EntityKey member =
                new EntityKey(frame.fabric(), EntityKind.COMMUNICATOR, List.of(path.get(0), path.get(1), path.get(4)));
        if (told == null
                && frame.standing(member, AttributeName.HOST).map(Cell::value).orElse(null)
                        instanceof Value.Text host) {
            told = host.text();
        }
        return told == null ? null : frame.identities().device(new DeviceId(told));
    }

    private static @Nullable String text(EntityState state, String attribute) {
        return state.newest(attribute).map(Cell::value).orElse(null) instanceof Value.Text text ? text.text() : null;
    }

    private static @Nullable Long whole(EntityState state, String attribute) {
        return state.newest(attribute).map(Cell::value).orElse(null) instanceof Value.Whole whole
                ? (Long) whole.number()
                : null;
    }
}
