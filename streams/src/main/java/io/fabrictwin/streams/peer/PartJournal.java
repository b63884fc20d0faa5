package io.fabrictwin.streams.peer;

import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.streams.query.Peers;
import io.fabrictwin.streams.query.StoreTwinView;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.store.LocalStores;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The newest cut of what this instance folds, and what was new in the last few, so that who follows gets that alone. It keeps
 * them only while somebody follows.
 */
public final class PartJournal implements StoreTwinView.CutListener {
    /** Followers ask about as often as there is a cut. */
    private static final int KEPT = 8;

    private final String run;
    private final Deque<List<TaskChange>> newest = new ArrayDeque<>();
    private TwinCut cut = TwinCut.EMPTY;
    private SortedSet<Integer> partitions = Collections.emptySortedSet();
    private long generation = -1;
    private long number;
    private int unasked = KEPT;

    /**
     * What is new of one task.
     *
     * @param history what changed of it; null: it is no longer kept
     */
    record TaskChange(
            int partition, Map<EntityKey, EntityState> states, Map<EntityKey, @Nullable EntityState> history) {}

    /** Reads all history that the stores of a partition hold. */
    @FunctionalInterface
    public interface StoredHistory {
        void forEach(int partition, BiConsumer<byte[], byte[]> taker);
    }

    /**
     * A journal of nothing yet.
     *
     * @param run another one in each run of each instance
     */
    public PartJournal(String run) {
        this.run = run;
    }

    @Override
    public void cut(LocalStores.Taken taken, TwinCut ofTaken) {
        add(
                taken.generation(),
                taken.partitions(),
                taken.tasks().stream()
                        .map(of -> new TaskChange(of.task().partition(), of.states(), of.history()))
                        .toList(),
                ofTaken);
    }

    /** @param now another generation than before where partitions came or went: what was told earlier is then void */
    synchronized void add(long now, SortedSet<Integer> folded, List<TaskChange> changes, TwinCut ofChanges) {
        cut = ofChanges;
        partitions = folded;
        number++;
        unasked++;
        if (now != generation || unasked > KEPT) {
            newest.clear();
        } else {
            newest.addLast(changes);
            if (newest.size() > KEPT) {
                newest.removeFirst();
            }
        }
        generation = now;
    }

    /** The newest cut. */
    synchronized TwinCut cut() {
        return cut;
    }

    /** Numbers of the partitions folded in it. */
    synchronized SortedSet<Integer> partitions() {
        return partitions;
    }

    /** Names it. */
    synchronized String token() {
        return run + "-" + number;
    }

    /**
     * What is new.
     *
     * @param token of what is known; null: nothing is
     */
    synchronized PartChange since(@Nullable String token) {
        unasked = 0;
        long behind = behind(token);
        if (behind < 0 || behind > newest.size()) {
            return new PartChange(
                    token(), true, partitions, cut.positions(), cut.folded(), Collections.emptySortedMap());
        }
        Map<EntityKey, EntityState> states = new HashMap<>();
        SortedMap<Integer, Map<EntityKey, @Nullable EntityState>> history = new TreeMap<>();
        newest.stream().skip(newest.size() - behind).flatMap(List::stream).forEach(change -> {
            change.states().forEach((key, state) -> states.merge(key, state, EntityState::mergedWith));
            history.computeIfAbsent(change.partition(), partition -> new HashMap<>())
                    .putAll(change.history());
        });
        return new PartChange(token(), false, partitions, cut.positions(), states, history);
    }

    /** As {@link Peers#part}. */
    public Optional<Peers.Body> body(@Nullable String token, StoredHistory stored) {
        PartChange change = since(token);
        return change.token().equals(token)
                ? Optional.empty()
                : Optional.of(out -> PartFile.write(change, stored, out));
    }

    /** How many cuts ago it was; negative: of another run. */
    private long behind(@Nullable String token) {
        if (token == null || !token.matches("[\\w]+-\\d{1,18}") || !token.startsWith(run + "-")) {
            return -1;
        }
        return number - Long.parseLong(token.substring(run.length() + 1));
    }
}
