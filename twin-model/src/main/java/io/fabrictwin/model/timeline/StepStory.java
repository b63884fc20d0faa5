package io.fabrictwin.model.timeline;

import io.fabrictwin.model.state.AttributeName;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How long the steps of each job took: steps that took about as long are one line. */
final class StepStory {
    /** A step that differs by more from the median of its section, and the next one with it, begins a new section. */
    private static final double SECTION_TOLERANCE = 0.15;
    /** So many steps are a section's measure: more would hide a slow drift, and cost time. */
    private static final int MEASURE_STEPS = 32;

    private record Step(long number, long startNs, long endNs) {
        long timeNs() {
            return endNs - startNs;
        }
    }

    private StepStory() {}

    static List<TimelineEntry> of(Map<EntityKey, EntityState> history, long fromNs, long toNs) {
        SortedMap<String, SortedMap<Long, Step>> stepsByJob = new TreeMap<>();
        history.forEach((key, state) -> {
            if (key.kind() == EntityKind.STEP) {
                Long startNs = state.whole(AttributeName.START_NS);
                Long endNs = state.whole(AttributeName.END_NS);
                if (startNs != null && endNs != null && endNs >= startNs && endNs <= toNs) {
                    long number = Long.parseLong(key.path().get(1));
                    stepsByJob
                            .computeIfAbsent(key.owner(), job -> new TreeMap<>())
                            .put(number, new Step(number, startNs, endNs));
                }
            }
        });
        List<TimelineEntry> entries = new ArrayList<>();
        stepsByJob.forEach((job, steps) -> {
            List<Step> before = List.of();
            for (List<Step> section : sections(List.copyOf(steps.values()))) {
                if (section.get(section.size() - 1).endNs >= fromNs) {
                    entries.add(entry(job, before, section, fromNs));
                }
                before = section;
            }
        });
        return entries;
    }

    private static List<List<Step>> sections(List<Step> steps) {
        List<List<Step>> sections = new ArrayList<>();
        List<Step> section = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            if (!section.isEmpty()) {
                double median = medianNs(section);
                int departure = departure(steps.get(i), median);
                if (departure != 0 && (i + 1 == steps.size() || departure(steps.get(i + 1), median) == departure)) {
                    sections.add(section);
                    section = new ArrayList<>();
                }
            }
            section.add(steps.get(i));
        }
        if (!section.isEmpty()) {
            sections.add(section);
        }
        return sections;
    }

    /** 1: takes longer, -1: takes shorter, 0: about as long. */
    private static int departure(Step step, double medianNs) {
        if (step.timeNs() > medianNs * (1 + SECTION_TOLERANCE)) {
            return 1;
        }
        return step.timeNs() < medianNs / (1 + SECTION_TOLERANCE) ? -1 : 0;
    }

    private static double medianNs(List<Step> section) {
        long[] times = section.stream()
                .limit(MEASURE_STEPS)
                .mapToLong(Step::timeNs)
                .sorted()
                .toArray();
        int middle = times.length / 2;
        return times.length % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2.0;
    }

    private static TimelineEntry entry(String job, List<Step> before, List<Step> section, long fromNs) {
        Step first = section.get(0);
        Step last = section.get(section.size() - 1);
        double meanNs = section.stream().mapToLong(Step::timeNs).average().orElseThrow();
        String steps =
                first.number == last.number ? "step " + first.number : "steps " + first.number + ".." + last.number;
        String detail = steps + ": " + Names.duration(meanNs);
        String what = "steps ran";
        if (!before.isEmpty() && medianNs(before) > 0) {
            double ratio = meanNs / medianNs(before);
            detail += String.format(Locale.ROOT, ", %.2fx of before", ratio);
            what = ratio > 1 ? "steps stretched" : "steps shortened";
        }
        return new TimelineEntry(Math.max(first.startNs, fromNs), job, what, detail);
    }
}
