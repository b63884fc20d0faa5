package io.fabrictwin.model.clock;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.frame.JobPlaces;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of a fabric's hosts, by the collectives in which they met. It lies beside the frame and in no digest: event
 * times are never rewritten. A function of the set of events, whatever their order: the live twin, a replay and an archive
 * say the same.
 *
 * @param estimates by device: hosts of running jobs, and devices of which an offset was told
 */
public record Clocks(SortedMap<DeviceId, ClockEstimate> estimates) {
    private static final String NONE_MET = "no collective tells of it and another host by the clock of each";
    private static final String FEW = "it met other clocks in fewer than " + PairFit.LEAST_FACTS
            + " collectives of the last hour, or these contradict each other";
    private static final String FAR_OFF = "it is more than an hour from the others";

    public Clocks {
        estimates = Collections.unmodifiableSortedMap(new TreeMap<>(estimates));
    }

    /**
     * Clocks as of the newest fact.
     *
     * @param jobs what jobs did, by entity, from an hour before or further back
     */
    public static Clocks of(FabricFrame frame, Map<EntityKey, EntityState> jobs) {
        return of(frame, jobs, Long.MAX_VALUE);
    }

    /**
     * Clocks as of an instant.
     *
     * @param untilNs ns since 1970; what was over later is not looked at
     */
    public static Clocks of(FabricFrame frame, Map<EntityKey, EntityState> jobs, long untilNs) {
        Meetings read = Meetings.of(frame, jobs, untilNs);
        PairFits fits = new PairFits(read.meetings());
        SortedMap<DeviceId, ClockEstimate> estimates = new TreeMap<>();
        fits.byReference()
                .forEach((reference, group) -> group.forEach((device, fit) -> {
                    if (group.size() > 1) {
                        estimates.put(device, estimate(frame, device, reference, fits.facts(device), fit));
                    }
                }));
        Set<DeviceId> others = new TreeSet<>(fits.devices());
        others.addAll(read.farOff());
        frame.jobs().stream()
                .filter(Job::isRunning)
                .flatMap(job -> JobPlaces.of(frame, job.id()).ranks().values().stream())
                .forEach(rank -> others.add(rank.host()));
        frame.devices().stream()
                .map(device -> device.id())
                .filter(device -> told(frame, device, AttributeName.CLOCK_OFFSET_NS) != null)
                .forEach(others::add);
        others.removeAll(estimates.keySet());
        for (DeviceId device : others) {
            int facts = fits.facts(device);
            String why = read.farOff().contains(device) ? FAR_OFF : facts == 0 ? NONE_MET : FEW;
            estimates.put(device, unknown(frame, device, facts, why));
        }
        return new Clocks(estimates);
    }

    private static ClockEstimate estimate(
            FabricFrame frame, DeviceId device, DeviceId reference, int meetings, PairFit fit) {
        boolean isReference = device.equals(reference);
        Double skew = fit.skew();
        Double skewUncertainty = fit.skewUncertainty();
        return new ClockEstimate(
                device,
                reference,
                isReference ? meetings : fit.facts(),
                Math.round(fit.offsetNs()),
                (long) Math.ceil(fit.uncertaintyNs()),
                skew == null ? null : (Double) (1e6 * skew),
                skewUncertainty == null ? null : (Double) (1e6 * skewUncertainty),
                told(frame, device, AttributeName.CLOCK_OFFSET_NS),
                told(frame, device, AttributeName.CLOCK_UNCERTAINTY_NS),
                "");
    }

    private static ClockEstimate unknown(FabricFrame frame, DeviceId device, int facts, String why) {
        return new ClockEstimate(
                device,
                null,
                facts,
                null,
                null,
                null,
                null,
                told(frame, device, AttributeName.CLOCK_OFFSET_NS),
                told(frame, device, AttributeName.CLOCK_UNCERTAINTY_NS),
                why);
    }

    private static @Nullable Long told(FabricFrame frame, DeviceId device, String attribute) {
        EntityKey key = new EntityKey(frame.fabric(), EntityKind.DEVICE, List.of(device.value()));
        return frame.whole(key, attribute);
    }

    public Optional<ClockEstimate> of(DeviceId device) {
        return Optional.ofNullable(estimates.get(device));
    }

    /** Devices of which nothing can be said. */
    public int unknown() {
        return (int) estimates.values().stream()
                .filter(clock -> clock.offsetNs() == null)
                .count();
    }

    /** Greatest distance from a reference, ns; empty where no clock is known. */
    public OptionalLong greatestOffsetNs() {
        return estimates.values().stream()
                .map(ClockEstimate::offsetNs)
                .filter(Objects::nonNull)
                .mapToLong(Math::abs)
                .max();
    }

    /** Greatest uncertainty of those that are known, ns; empty where none is. */
    public OptionalLong greatestUncertaintyNs() {
        return estimates.values().stream()
                .map(ClockEstimate::uncertaintyNs)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max();
    }

    /**
     * How far the times of two events may be from each other though they happened at once, by whoever of the devices
     * stamped them, ns: event times are as they were told. Empty where the clock of one of them is unknown, or they are
     * not told against one reference.
     */
    public OptionalLong mostApartNs(Collection<DeviceId> devices) {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        DeviceId reference = null;
        for (DeviceId device : devices) {
            ClockEstimate clock = estimates.get(device);
            Long offsetNs = clock == null ? null : clock.offsetNs();
            Long uncertaintyNs = clock == null ? null : clock.uncertaintyNs();
            if (clock == null
                    || offsetNs == null
                    || uncertaintyNs == null
                    || (reference != null && !reference.equals(clock.reference()))) {
                return OptionalLong.empty();
            }
            reference = clock.reference();
            least = Math.min(least, offsetNs - uncertaintyNs);
            most = Math.max(most, offsetNs + uncertaintyNs);
        }
        return reference == null ? OptionalLong.empty() : OptionalLong.of(most - least);
    }
}
