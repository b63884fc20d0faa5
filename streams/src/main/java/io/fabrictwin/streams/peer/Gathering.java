package io.fabrictwin.streams.peer;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.fabrictwin.streams.query.TwinCut;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Puts together what this instance and the others fold. The state after a set of events depends on the set alone, so parts are
 * merged in any order and as often as they come: a cut that was gathered is that of the log at its positions, whoever folded
 * what, and whoever was lost since. What is lost is kept as it was last known, and said to be missing.
 *
 * <p>Knows no network: it is told what came, and what did not.
 */
public final class Gathering {
    /** Who has not answered for this long is away, even though he did not refuse. */
    static final long AWAY_MS = 5_000;

    private final Supplier<String> instance;
    private final PartJournal own;
    private final SortedMap<String, Sharing.Member> others = new TreeMap<>();
    private final List<Part> arrived = new ArrayList<>();
    private final SortedMap<Integer, Map<FabricId, History>> histories = new TreeMap<>();
    private final Map<Integer, Positions> historyPositions = new HashMap<>();
    private @Nullable String ownToken;
    private TwinCut gathered = TwinCut.EMPTY;

    /**
     * Nothing but what this instance folds.
     *
     * @param instance host and port that the others reach this one at
     * @param own what it folds
     */
    public Gathering(Supplier<String> instance, PartJournal own) {
        this.instance = instance;
        this.own = own;
    }

    /** From now on these belong to it, and no others. */
    public synchronized void follow(Set<String> instances) {
        others.keySet().retainAll(instances);
        instances.forEach(other -> others.putIfAbsent(
                other, new Sharing.Member(Collections.emptySortedSet(), false, 0, other + " has not answered yet")));
    }

    /** Something new came from another. */
    public synchronized void accept(String from, Part part, long nowMs) {
        if (others.containsKey(from)) {
            arrived.add(part);
            others.put(from, new Sharing.Member(part.partitions(), true, nowMs, ""));
        }
    }

    /** Another answered that it has nothing new. */
    public synchronized void acceptSame(String from, long nowMs) {
        others.computeIfPresent(from, (name, was) -> new Sharing.Member(was.partitions(), true, nowMs, ""));
    }

    /** Another did not answer. */
    public synchronized void miss(String from, String why) {
        others.computeIfPresent(
                from, (name, was) -> new Sharing.Member(was.partitions(), false, was.answeredMs(), from + " " + why));
    }

    /**
     * The cut of all by now. The same object as before where nothing is new.
     *
     * @param partitionCount of a topic of truth; 0: unknown
     * @param ends of the log; null: unknown
     */
    public synchronized Shared gather(int partitionCount, @Nullable Positions ends, long nowMs) {
        SortedMap<String, Sharing.Member> members = new TreeMap<>();
        others.forEach((name, member) -> members.put(name, asOf(name, member, nowMs)));
        SortedSet<Integer> ownPartitions = own.partitions();
        members.put(instance.get(), new Sharing.Member(ownPartitions, true, nowMs, ""));
        if (others.isEmpty() && ownPartitions.size() >= partitionCount) {
            gathered = own.cut();
            ownToken = null;
            arrived.clear();
            histories.clear();
            historyPositions.clear();
        } else {
            takeIn();
        }
        return new Shared(gathered, new Sharing(instance.get(), partitionCount, members, lag(ends)));
    }

    private static Sharing.Member asOf(String name, Sharing.Member member, long nowMs) {
        boolean isLate = member.isAnswering() && nowMs - member.answeredMs() > AWAY_MS;
        return isLate
                ? new Sharing.Member(
                        member.partitions(), false, member.answeredMs(), name + " has not answered for a while")
                : member;
    }

    private void takeIn() {
        PartChange change = own.since(ownToken);
        ownToken = change.token();
        arrived.add(new Part(
                change.token(),
                change.partitions(),
                change.positions(),
                change.states(),
                own.cut().histories()));
        Positions positions = gathered.positions();
        List<Map<EntityKey, EntityState>> states = new ArrayList<>();
        boolean isNew = false;
        for (Part part : arrived) {
            isNew |= takeHistory(part);
            states.add(part.states());
            positions = positions.mergedWith(part.positions());
        }
        arrived.clear();
        if (isNew || !positions.equals(gathered.positions())) {
            gathered = gathered.with(states, histories, positions);
        }
    }

    /** Takes history that is not older than what there is of its partition; answers whether any is new. */
    private boolean takeHistory(Part part) {
        boolean isNew = false;
        for (Map.Entry<Integer, Map<FabricId, History>> entry : part.histories().entrySet()) {
            int partition = entry.getKey();
            Positions told = only(part.positions(), partition);
            if (told.covers(historyPositions.getOrDefault(partition, Positions.NONE))) {
                historyPositions.put(partition, told);
                isNew |= !entry.getValue().equals(histories.put(partition, entry.getValue()));
            }
        }
        return isNew;
    }

    private static Positions only(Positions positions, int number) {
        SortedMap<Positions.Partition, Long> only = new TreeMap<>(positions.nextOffsets());
        only.keySet().removeIf(partition -> partition.number() != number);
        return new Positions(only);
    }

    private SortedMap<Positions.Partition, Long> lag(@Nullable Positions ends) {
        SortedMap<Positions.Partition, Long> lag = new TreeMap<>();
        if (ends != null) {
            ends.nextOffsets()
                    .forEach((partition, end) -> lag.put(
                            partition,
                            Math.max(0, end - gathered.positions().nextOffsets().getOrDefault(partition, 0L))));
        }
        return lag;
    }
}
