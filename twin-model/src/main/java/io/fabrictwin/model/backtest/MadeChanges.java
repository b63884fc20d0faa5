package io.fabrictwin.model.backtest;

import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.state.Stamp;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds what was changed in a fabric's history, as changes that a scenario can make. The first value of a setting is no
 * change, nor is a value that holds already. Edits within {@link #ONE_CHANGE_NS} of the first are one change: a push reaches
 * its switches one after another. A place that is edited again begins the next change.
 */
public final class MadeChanges {
    /** Longest time from the first edit of a change to its last. */
    public static final long ONE_CHANGE_NS = 1_000_000_000L;

    private static final String UP = "up";
    private static final String DOWN = "down";
    private static final String RUN = "run";
    private static final String STOP = "stop";
    /** Key of the places of a job's ranks; its value, the places of all, is known when the change is over. */
    private static final String HOSTS = "hosts";

    /** Values that hold, by place and setting. */
    private final Map<String, String> known = new HashMap<>();

    /** Where the ranks of each job are, by job. */
    private final Map<String, SortedMap<Integer, String>> placements = new HashMap<>();

    private final List<MadeChange> made = new ArrayList<>();
    private final SortedMap<String, String> edits = new TreeMap<>();
    private final Set<String> editedPlaces = new HashSet<>();
    private long firstEditNs;

    private MadeChanges() {}

    /**
     * All changes in order of time.
     *
     * @param story events of one fabric in any order, those that {@code Timeline.tellsOf} names
     */
    public static List<MadeChange> of(Collection<? extends FabricEvent> story) {
        MadeChanges changes = new MadeChanges();
        Stamp.inOrder(story).forEach(changes::take);
        changes.finish();
        return changes.made;
    }

    private void take(FabricEvent event) {
        long timeNs = event.meta().eventTimeNs();
        if (!edits.isEmpty() && timeNs - firstEditNs > ONE_CHANGE_NS) {
            finish();
        }
        if (event instanceof EcnProfileSet ecn) {
            String device = ecn.device().value();
            String place = place(ecn.port(), ecn.priority());
            number(timeNs, "ecn-kmin", device, place, ecn.kminBytes(), "B");
            number(timeNs, "ecn-kmax", device, place, ecn.kmaxBytes(), "B");
            number(timeNs, "ecn-pmax", device, place, ecn.pmax(), "");
        } else if (event instanceof PfcProfileSet pfc) {
            number(timeNs, "pfc-alpha", pfc.device().value(), place(pfc.port(), pfc.priority()), pfc.alpha(), "");
        } else if (event instanceof BufferSet buffer && buffer.pool() == null) {
            number(timeNs, "buffer", buffer.device().value(), "", buffer.bytes(), "B");
        } else if (event instanceof DcqcnSet dcqcn) {
            dcqcn(timeNs, dcqcn);
        } else if (event instanceof JobTuned job) {
            number(timeNs, "queue-pairs", job.job().value(), "", job.queuePairsPerConnection(), "");
        } else if (event instanceof JobStarted job) {
            known.put(held("job", job.job().value(), ""), RUN);
        } else if (event instanceof JobStopped job) {
            known.putIfAbsent(held("job", job.job().value(), ""), RUN);
            set(timeNs, "job", job.job().value(), "", STOP);
        } else if (event instanceof RankPlaced rank) {
            placed(timeNs, rank);
        } else {
            link(timeNs, event);
        }
    }

    /** A rank that moves at a step, not at a time, is left out: when that was is not told. */
    private void placed(long timeNs, RankPlaced rank) {
        Long fromStep = rank.fromStep();
        if (fromStep != null && fromStep > 0) {
            return;
        }
        DeviceId nic = rank.nic();
        String place = (nic == null ? rank.host() : nic).value();
        String job = rank.job().value();
        set(timeNs, HOSTS, job, Integer.toString(rank.rank()), place);
        placements.computeIfAbsent(job, same -> new TreeMap<>()).put(rank.rank(), place);
    }

    private void dcqcn(long timeNs, DcqcnSet dcqcn) {
        String host = dcqcn.device().value();
        number(timeNs, "dcqcn-gain", host, "", dcqcn.gain(), "");
        number(timeNs, "dcqcn-alpha-timer", host, "", dcqcn.alphaTimerNs(), "ns");
        number(timeNs, "dcqcn-rate-decrease-interval", host, "", dcqcn.rateDecreaseIntervalNs(), "ns");
        number(timeNs, "dcqcn-rate-increase-timer", host, "", dcqcn.rateIncreaseTimerNs(), "ns");
        number(timeNs, "dcqcn-additive-increase", host, "", dcqcn.additiveIncreaseBitsPerSecond(), "bit/s");
        number(timeNs, "dcqcn-hyper-increase", host, "", dcqcn.hyperIncreaseBitsPerSecond(), "bit/s");
        number(timeNs, "dcqcn-min-rate", host, "", dcqcn.minRateBitsPerSecond(), "bit/s");
        number(timeNs, "dcqcn-fast-recovery-times", host, "", dcqcn.fastRecoveryTimes(), "");
    }

    private void link(long timeNs, FabricEvent event) {
        if (event instanceof LinkDiscovered found) {
            known.putIfAbsent(held("link", name(found.link()), ""), UP);
            if (found.bitsPerSecond() != null) {
                number(timeNs, "link-rate", name(found.link()), "", found.bitsPerSecond(), "bit/s");
            }
        } else if (event instanceof LinkWentDown down) {
            known.putIfAbsent(held("link", name(down.link()), ""), UP);
            set(timeNs, "link", name(down.link()), "", DOWN);
        } else if (event instanceof LinkCameUp up) {
            set(timeNs, "link", name(up.link()), "", UP);
        } else if (event instanceof LinkRateChanged rate) {
            number(timeNs, "link-rate", name(rate.link()), "", rate.bitsPerSecond(), "bit/s");
        }
    }

    private static String name(LinkId link) {
        return link.a() + ":" + link.b();
    }

    private static String place(@Nullable Object port, @Nullable Integer priority) {
        return (port == null ? "" : port) + "/" + (priority == null ? "" : priority);
    }

    private void number(long timeNs, String key, String target, String place, @Nullable Number value, String unit) {
        if (value != null) {
            set(timeNs, key, target, place, new BigDecimal(value.toString()).toPlainString() + unit);
        }
    }

    /** Ports of one device that are set one by one become one edit of the device, by the first of them. */
    private void set(long timeNs, String key, String target, String place, String value) {
        String before = known.put(held(key, target, place), value);
        if (before == null || before.equals(value)) {
            return;
        }
        if (!editedPlaces.add(held(key, target, place))) {
            finish();
            editedPlaces.add(held(key, target, place));
        }
        if (edits.isEmpty()) {
            firstEditNs = timeNs;
        }
        edits.putIfAbsent(key(key, target), value);
    }

    private static String key(String key, String target) {
        return key + "@" + target;
    }

    private static String held(String key, String target, String place) {
        return key(key, target) + " " + place;
    }

    private String value(Map.Entry<String, String> edit) {
        String prefix = key(HOSTS, "");
        return edit.getKey().startsWith(prefix)
                ? String.join(
                        ",",
                        placements
                                .getOrDefault(edit.getKey().substring(prefix.length()), new TreeMap<>())
                                .values())
                : edit.getValue();
    }

    private void finish() {
        if (!edits.isEmpty()) {
            made.add(new MadeChange(
                    firstEditNs,
                    edits.entrySet().stream()
                            .map(edit -> Change.parse(edit.getKey(), value(edit)))
                            .toList()));
            edits.clear();
            editedPlaces.clear();
        }
    }
}
