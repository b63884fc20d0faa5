package io.fabrictwin.model.clock;

import io.fabrictwin.model.clock.Meeting.Stay;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.window.CollectivePart;
import io.fabrictwin.model.window.Thinning;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
     * @param jobs what jobs of that fabric did, by entity; other entities are passed over
     * @param untilNs what was over later is not looked at; ns since 1970, inclusive
     */
    static Meetings of(FabricFrame frame, Map<EntityKey, EntityState> jobs, long untilNs) {
        Meetings read = new Meetings(frame, untilNs);
        List<SortedMap<DeviceId, Stay>> candidates = new ArrayList<>();
        CollectivePart.series(jobs).values().forEach(byNumber -> {
            if (untilNs != Long.MAX_VALUE) {
                byNumber.values().removeIf(parts -> read.isLater(parts, untilNs));
            }
            for (long number : Thinning.COLLECTIVES.of(byNumber.navigableKeySet())) {
                SortedMap<DeviceId, Stay> stays = read.stays(byNumber.getOrDefault(number, List.of()));
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

    private boolean isLater(List<CollectivePart> parts, long untilNs) {
        SortedMap<DeviceId, Stay> stays = stays(parts);
        return !stays.isEmpty() && Meeting.middleNs(stays) > untilNs;
    }

    /** By host; of none where they did not wait for each other. */
    private SortedMap<DeviceId, Stay> stays(List<CollectivePart> parts) {
        SortedMap<DeviceId, Stay> stays = new TreeMap<>();
        for (CollectivePart part : parts) {
            DeviceId host = host(part);
            Long startNs = part.startNs();
            Long endNs = part.endNs();
            if (host != null
                    && startNs != null
                    && endNs != null
                    && part.isMatched()
                    && part.operation() != null
                    && SYNCHRONISING.contains(part.operation())) {
                stays.merge(host, new Stay(startNs, endNs), Stay::with);
            }
        }
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

    private @Nullable DeviceId host(CollectivePart part) {
        String communicator = part.communicator();
        Integer number = part.rank();
        if (number == null) {
            return null;
        }
        if (communicator == null) {
            JobPlaces.Rank rank = places.computeIfAbsent(
                            part.job(), id -> JobPlaces.of(frame, id).ranks())
                    .get(number);
            return rank == null ? null : rank.host();
        }
        String told = part.host();
        EntityKey member = new EntityKey(
                frame.fabric(), EntityKind.COMMUNICATOR, List.of(part.job().value(), communicator, number.toString()));
        if (told == null) {
            told = frame.text(member, AttributeName.HOST);
        }
        return told == null ? null : frame.identities().device(new DeviceId(told));
    }
}
