package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.RatioForecast;
import io.fabrictwin.model.calibration.RatioSpread;
import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.ForkState.Arrival;
import io.fabrictwin.model.scenario.ForkState.JobFacts;
import io.fabrictwin.model.scenario.WorkloadWindow.RecordedStep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Lists what a forecast rests on: settings, the recorded work, what is drawn, and the terms of its interval. */
final class UsedValues {
    /** Name of the value that is there where paths were drawn. */
    static final String DRAWN_PATHS = "paths of new connections";
    /** Name of the value that past changes may replace. */
    static final String REACH = "interval, reach to either side";

    private final List<UsedValue> values = new ArrayList<>();

    /** What both runs are given of the fabric before any change. */
    void addFabric(ForkState base) {
        values.addAll(base.used.values());
        add(
                "acknowledgement",
                ForkNetwork.ACK_BYTES + " B",
                Status.ASSUMED,
                "its headers in the smallest Ethernet frame");
        add(
                "congestion control",
                "DCQCN, cut at most once an interval, without byte counter",
                Status.ASSUMED,
                "the open simulator of the HPCC artefact, variant mlx");
        if (!base.storms.isEmpty()) {
            String storms = base.storms.entrySet().stream()
                    .map(storm -> String.format(
                            Locale.ROOT,
                            "%s %s in every %s",
                            storm.getKey(),
                            microseconds(storm.getValue().pausedNs()),
                            microseconds(storm.getValue().periodNs())))
                    .collect(Collectors.joining(", "));
            add("pause storms", storms, Status.MEASURED, "found in port counters");
        }
        if (!base.background.isEmpty()) {
            double bytesPerSecond = base.background.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            add(
                    "load that no known job explains",
                    UsedValue.text(bytesPerSecond * 8 / 1e9, "Gbit/s") + " over " + base.background.size()
                            + (base.background.size() == 1 ? " port" : " ports"),
                    Status.MEASURED,
                    "found in port counters");
        }
    }

    /** What jobs do in the runs. */
    void addWork(SortedMap<JobId, JobFacts> jobs, SortedMap<JobId, JobTimeline> timelines, Reading reading) {
        String from = reading == Reading.STRICT ? "recorded before the base time" : "recorded in the window";
        LongSummaryStatistics computeNs = new LongSummaryStatistics();
        List<String> silent = new ArrayList<>();
        List<String> stepTimes = new ArrayList<>();
        List<String> arrivals = new ArrayList<>();
        timelines.forEach((job, timeline) -> {
            JobFacts facts = jobs.get(job);
            Arrival arrival = facts == null ? null : facts.arrival();
            if (arrival != null && arrival.copyOf() != null) {
                arrivals.add(job + " as " + arrival.copyOf());
                return;
            }
            if (arrival != null) {
                arrivals.add(job + " " + microseconds(arrival.computeNs()) + ", jitter "
                        + UsedValue.text(arrival.jitter(), "1"));
                return;
            }
            timeline.recorded().values().stream()
                    .map(RecordedStep::computeNs)
                    .forEach(times -> times.values().forEach(computeNs::accept));
            if (facts != null && !timeline.knowsComputing(facts)) {
                silent.add(job.value());
            }
            timeline.recordedStepTimeNs()
                    .ifPresent(meanNs -> stepTimes.add(job + " " + microseconds(meanNs) + " over "
                            + timeline.anchorSteps().size() + " steps"));
        });
        addIfAny("mean step time", stepTimes, Status.MEASURED, from);
        if (computeNs.getCount() > 0) {
            add(
                    "computing times of ranks",
                    microseconds(computeNs.getMin()) + " to " + microseconds(computeNs.getMax()) + " ("
                            + computeNs.getCount() + " times)",
                    Status.MEASURED,
                    from);
        }
        addIfAny(
                "computing times of ranks",
                silent.stream().map(job -> job + " 0 us").toList(),
                Status.ASSUMED,
                "not recorded for all ranks");
        addIfAny("computing times of ranks", arrivals, Status.ASSUMED, "as the change says");
    }

    /** How connections go through the fabric. */
    void addPaths(int recorded, boolean isRuleKnown, boolean anyDrawn) {
        if (recorded > 0) {
            add(
                    "paths",
                    recorded + " connections",
                    Status.MEASURED,
                    isRuleKnown ? "the routing hash, which gives the recorded paths" : "recorded paths");
        }
        if (anyDrawn) {
            add(
                    DRAWN_PATHS,
                    "drawn",
                    Status.ASSUMED,
                    isRuleKnown ? "their ports are unknown" : "the routing hash is unknown");
        }
    }

    /** The seeds of marks and drawn paths. */
    void addSeeds(long first, int count) {
        add(
                "random numbers",
                count == 1 ? "seed " + first : "seeds " + first + " to " + (first + count - 1),
                Status.ASSUMED,
                "base and fork have the same");
    }

    /**
     * The terms of an interval, before past changes.
     *
     * @param anyDrawn whether paths are drawn, so that it is not of a normal distribution
     */
    void addInterval(RatioSpread spread, boolean anyDrawn) {
        add(
                "interval, spread without an effect",
                UsedValue.text(100 * spread.floor(), "%"),
                spread.status(),
                spread.source());
        add(
                "interval, share of an effect that may not come",
                UsedValue.text(100 * spread.share(), "%"),
                spread.status(),
                spread.source());
        if (anyDrawn) {
            add(
                    REACH,
                    UsedValue.text(100 * RatioForecast.LEVEL_OF_DRAWN_PATHS, "%"),
                    Status.ASSUMED,
                    "of draws of paths, marks and the model together");
        } else {
            values.add(UsedValue.of(
                    REACH, RatioForecast.NINETY_PERCENT, "spreads", Status.ASSUMED, "90 % of a normal distribution"));
        }
    }

    List<UsedValue> list() {
        return List.copyOf(values);
    }

    private void addIfAny(String name, Collection<String> texts, Status status, String source) {
        if (!texts.isEmpty()) {
            add(name, String.join("; ", texts), status, source);
        }
    }

    private void add(String name, String value, Status status, String source) {
        values.add(new UsedValue(name, value, status, source));
    }

    private static String microseconds(Number ns) {
        return UsedValue.text(ns.doubleValue() / 1e3, "us");
    }
}
