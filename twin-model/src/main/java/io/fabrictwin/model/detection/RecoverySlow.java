package io.fabrictwin.model.detection;

import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.frame.Device;
import io.fabrictwin.model.frame.SenderSettings;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds senders whose DCQCN constants bring a rate that was halved, with its target, back to the line rate only over
 * several of the jobs' own collectives. Where constants or collectives are not told, nothing is said.
 */
final class RecoverySlow {
    /** A search that ends: no sensible constants take so many rounds. */
    private static final int MOST_ROUNDS = 1_000_000;
    /** Of constants that bring it back in time. */
    private static final long GOOD_TIMER_NS = 55_000;
    /** Then several collectives in a row are slow after each cut. */
    static final double MOST_COLLECTIVES = 4;
    /** The constants that NICs are shipped with take some ten milliseconds. */
    static final long MOST_NS = 100_000_000;
    /** Fewer do not tell how long one takes. */
    static final int LEAST_COLLECTIVES = 8;

    private RecoverySlow() {}

    static List<Finding> of(Context context) {
        double collectiveNs = usualCollectiveNs(context);
        if (collectiveNs <= 0) {
            return List.of();
        }
        SortedMap<Long, List<DeviceId>> slowByRecovery = new TreeMap<>();
        for (Device device : context.frame().devices()) {
            if (device.kind() != DeviceKind.SWITCH) {
                Long recoveryNs = recoveryNs(context, device.id());
                if (recoveryNs != null && recoveryNs > Math.max(MOST_NS, MOST_COLLECTIVES * collectiveNs)) {
                    slowByRecovery
                            .computeIfAbsent(recoveryNs, ns -> new ArrayList<>())
                            .add(device.id());
                }
            }
        }
        List<Finding> findings = new ArrayList<>();
        slowByRecovery.forEach(
                (recoveryNs, senders) -> findings.add(finding(context, senders, recoveryNs, collectiveNs)));
        return findings;
    }

    /** Median of all complete collectives that are known, ns; 0: too few are. */
    private static double usualCollectiveNs(Context context) {
        List<Long> durations = new ArrayList<>();
        context.windows()
                .steps()
                .values()
                .forEach(steps -> steps.forEach(step -> step.collectives().forEach(run -> {
                    if (run.endNs() != null && run.endNs() > run.lastStartNs()) {
                        durations.add(run.endNs() - run.lastStartNs());
                    }
                })));
        return durations.size() < LEAST_COLLECTIVES ? 0 : Medians.of(durations);
    }

    /**
     * Time from half the line rate to all of it: fast recovery, then steps of the target rate, additive first and hyper once as
     * many as fast recovery has; null: a constant or the rate is not told.
     */
    private static @Nullable Long recoveryNs(Context context, DeviceId sender) {
        SenderSettings settings = context.frame().sender(sender);
        List<PortId> ports = context.surroundings().ports(sender);
        Long rate = ports.isEmpty() ? null : context.surroundings().bitsPerSecond(ports.get(0));
        Long timerNs = settings.rateIncreaseTimerNs();
        Long additive = settings.additiveIncreaseBitsPerSecond();
        Long hyper = settings.hyperIncreaseBitsPerSecond();
        Integer fast = settings.fastRecoveryTimes();
        if (rate == null || timerNs == null || additive == null || hyper == null || fast == null || additive <= 0) {
            return null;
        }
        double target = rate / 2.0;
        long rounds = fast;
        for (long round = 1; target < rate && round <= MOST_ROUNDS; round++, rounds++) {
            target += round <= fast ? additive : (double) (round - fast) * Math.max(additive, hyper);
        }
        return rounds * timerNs;
    }

    private static Finding finding(Context context, List<DeviceId> senders, long recoveryNs, double collectiveNs) {
        DeviceId first = senders.get(0);
        EntityKey key = new EntityKey(context.frame().fabric(), EntityKind.DEVICE, List.of(first.value()));
        long sinceNs = context.frame()
                .standing(key, AttributeName.DCQCN_RATE_INCREASE_TIMER_NS)
                .map(cell -> cell.stamp().eventTimeNs())
                .orElse(0L);
        return new Finding(
                context.frame().fabric(),
                FindingKind.RECOVERY_SLOW,
                Severity.NOTICE,
                sinceNs,
                null,
                senders.stream().map(DeviceId::value).toList(),
                String.format(
                        Locale.ROOT,
                        "%d senders take %.3f ms from half their rate back to all of it: several collectives.",
                        senders.size(),
                        recoveryNs / 1e6),
                List.of(
                        String.format(
                                Locale.ROOT,
                                "rate increase timer %d ns since %s",
                                context.frame().sender(first).rateIncreaseTimerNs(),
                                Suggestion.time(sinceNs)),
                        String.format(Locale.ROOT, "the median collective takes %.3f ms", collectiveNs / 1e6)),
                Suggestion.fork(
                        sinceNs,
                        context.reachNs(),
                        List.of("dcqcn-rate-increase-timer@" + first + "=" + GOOD_TIMER_NS)));
    }
}
