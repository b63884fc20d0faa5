package io.fabrictwin.streams.query;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.detection.StepSample;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.window.PortWindow;
import io.fabrictwin.model.window.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** What the twin knows at one cut of the log, of all fabrics. Immutable; the next cut shares all that did not change. */
public final class TwinCut {
    public static final TwinCut EMPTY =
            new TwinCut(Collections.emptySortedMap(), Collections.emptySortedMap(), Positions.NONE);

    private final SortedMap<FabricId, FabricFrame> frames;
    /** By number of the partitions that they were folded from. */
    private final SortedMap<Integer, Map<FabricId, History>> histories;

    private final Positions positions;
    private final Map<FabricId, History> merged = new ConcurrentHashMap<>();
    private final Map<FabricId, Windows> windows = new ConcurrentHashMap<>();
    private final Map<Spanned, List<PortWindow>> portWindows = new ConcurrentHashMap<>();
    private final Map<FabricId, Clocks> clocks = new ConcurrentHashMap<>();

    private record Spanned(FabricId fabric, Span span) {}

    private TwinCut(
            SortedMap<FabricId, FabricFrame> frames,
            SortedMap<Integer, Map<FabricId, History>> histories,
            Positions positions) {
        this.frames = Collections.unmodifiableSortedMap(frames);
        this.histories = Collections.unmodifiableSortedMap(histories);
        this.positions = positions;
    }

    /**
     * The next cut.
     *
     * @param changes states that are new, of each who folds: each is merged with what there was of its entity
     * @param next the history as it is now, by number of the partitions that it was folded from
     * @param now what had been folded then
     */
    public TwinCut with(
            Collection<Map<EntityKey, EntityState>> changes,
            SortedMap<Integer, Map<FabricId, History>> next,
            Positions now) {
        Map<FabricId, Map<EntityKey, EntityState>> more = new TreeMap<>();
        for (Map<EntityKey, EntityState> ofTask : changes) {
            ofTask.forEach((key, state) -> more.computeIfAbsent(key.fabric(), fabric -> new HashMap<>())
                    .merge(key, state, EntityState::mergedWith));
        }
        SortedMap<FabricId, FabricFrame> nextFrames = new TreeMap<>();
        frames.forEach((fabric, frame) -> nextFrames.put(fabric, frame.with(more.getOrDefault(fabric, Map.of()), now)));
        more.forEach(
                (fabric, states) -> nextFrames.computeIfAbsent(fabric, unknown -> FabricFrame.of(fabric, states, now)));
        return new TwinCut(nextFrames, new TreeMap<>(next), now);
    }

    /** Next offset of every partition read: what lies before is in this cut, what lies after is not. */
    public Positions positions() {
        return positions;
    }

    public SortedSet<FabricId> fabrics() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(frames.keySet()));
    }

    /** The frame of a fabric; an empty one where nothing was told of it. */
    public FabricFrame frame(FabricId fabric) {
        FabricFrame frame = frames.get(fabric);
        return frame == null ? FabricFrame.of(fabric, Map.of(), positions) : frame;
    }

    /** The bounded history of one fabric beside its frame. */
    public History history(FabricId fabric) {
        return merged.computeIfAbsent(fabric, id -> ofTasks(id).stream().reduce(History.EMPTY, History::mergedWith));
    }

    /** The same as detection reads it. */
    public Windows windows(FabricId fabric) {
        return windows.computeIfAbsent(fabric, id -> history(id).windows(id));
    }

    /** What ports and queues did within a span. */
    public List<PortWindow> portWindows(FabricId fabric, Span span) {
        return portWindows.computeIfAbsent(
                new Spanned(fabric, span), of -> PortWindow.of(frame(fabric), history(fabric), span));
    }

    /** How far the clocks of a fabric's hosts are from each other. */
    public Clocks clocks(FabricId fabric) {
        return clocks.computeIfAbsent(
                fabric, id -> Clocks.of(frame(id), history(id).jobs()));
    }

    /** All states as they were folded, of all fabrics. */
    public Map<EntityKey, EntityState> folded() {
        Map<EntityKey, EntityState> all = new HashMap<>();
        frames.values().forEach(frame -> all.putAll(frame.folded()));
        return all;
    }

    /** The history of all fabrics, by number of the partitions that it was folded from. */
    public SortedMap<Integer, Map<FabricId, History>> histories() {
        return histories;
    }

    /** Whether nothing of a fabric has changed since an earlier cut: neither its frame nor the history beside it. */
    public boolean isUnchangedSince(TwinCut earlier, FabricId fabric) {
        return frame(fabric).isUnchangedSince(earlier.frame(fabric))
                && ofTasks(fabric).equals(earlier.ofTasks(fabric));
    }

    /** A history is equal to itself alone. */
    private List<History> ofTasks(FabricId fabric) {
        return histories.values().stream()
                .map(ofTask -> ofTask.getOrDefault(fabric, History.EMPTY))
                .toList();
    }

    /** The newest steps of a job, in order of step. */
    public List<Step> steps(FabricId fabric, JobId job) {
        List<Step> steps = new ArrayList<>();
        for (StepSample sample : windows(fabric).steps().getOrDefault(job, List.of())) {
            Long startNs = sample.startNs();
            Long endNs = sample.endNs();
            if (startNs != null && endNs != null) {
                steps.add(new Step(sample.step(), startNs, sample.computeEndNs(), endNs));
            }
        }
        return List.copyOf(steps);
    }
}
