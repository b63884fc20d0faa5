package io.fabrictwin.model.scenario;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The settings that runs are given: how many of each kind the frame told, and which took a usual value. */
final class UsedSettings {
    private static final String TOLD = "told by the fabric's events";
    private static final String SIMULATOR = "as the open simulator of the HPCC artefact sets it";
    /** So many different values of a setting are told one by one. */
    private static final int VALUES_TOLD = 3;

    /** A kind of setting, in the order in which people look for it. */
    enum Setting {
        RATE("link rate", null, 1e9, "Gbit/s", "links", TOLD),
        DELAY("link delay", "1 us", 1e3, "us", "links", "200 m of fibre, or a shorter one and the switch's latency"),
        BUFFER("buffer of switches", "32 MiB", 1 << 20, "MiB", "switches", SIMULATOR),
        ECN_THRESHOLDS("ECN thresholds", "400 and 1600 KB per 100 Gbit/s, 0.2", 1, "1", "queues", SIMULATOR),
        MARKING("ECN marking where thresholds are set", "on", 1, "1", "queues", "thresholds are set to be used"),
        PMAX("ECN probability at Kmax", "0.2", 1, "1", "queues", SIMULATOR),
        PFC("PFC", "on", 1, "1", "ports", "RoCE fabrics are lossless as a rule"),
        PFC_ALPHA("PFC alpha", "1/8", 1, "1", "ports", "what most switches ship with"),
        PFC_XOFF("PFC static threshold", null, 1e3, "KB", "ports", TOLD),
        PFC_RESERVE("PFC reserve", "4096 B", 1, "B", "ports", SIMULATOR),
        PFC_RESUME_OFFSET("PFC resume offset", "3072 B", 1, "B", "ports", SIMULATOR),
        PFC_HEADROOM("PFC headroom", null, 1, "B", "ports", SIMULATOR),
        GAIN("DCQCN gain", "1/256", 1, "1", "hosts", SIMULATOR),
        ALPHA_TIMER("DCQCN alpha timer", "1 us", 1e3, "us", "hosts", SIMULATOR),
        RATE_DECREASE_INTERVAL("DCQCN rate decrease interval", "4 us", 1e3, "us", "hosts", SIMULATOR),
        RATE_INCREASE_TIMER("DCQCN rate increase timer", "300 us", 1e3, "us", "hosts", SIMULATOR),
        ADDITIVE_INCREASE("DCQCN additive increase", "20 Mbit/s per 100 Gbit/s", 1e6, "Mbit/s", "hosts", SIMULATOR),
        HYPER_INCREASE("DCQCN hyper increase", "200 Mbit/s per 100 Gbit/s", 1e6, "Mbit/s", "hosts", SIMULATOR),
        MIN_RATE("DCQCN minimum rate", "1 Gbit/s", 1e9, "Gbit/s", "hosts", SIMULATOR),
        FAST_RECOVERY_TIMES("DCQCN fast recovery rounds", "1", 1, "1", "hosts", SIMULATOR),
        PAYLOAD("packet payload", "4096 B", 1, "B", "hosts", "the largest MTU of RoCE"),
        HEADERS(
                "packet headers",
                "82 B",
                1,
                "B",
                "hosts",
                "Ethernet with preamble and gap, IPv4, UDP, BTH and checksums"),
        QUEUE_PAIRS("queue pairs a connection", null, 1, "1", "jobs", "as many as NCCL has where nobody sets it"),
        ALGORITHM("algorithm of collectives", null, 1, "1", "collectives", "the library's log");

        private final String words;

        /** What is taken where nothing is known, for the reasons of a forecast; null: not told there. */
        private final @Nullable String usual;

        private final double unitSize;
        private final String unit;
        private final String places;
        private final String source;

        Setting(String words, @Nullable String usual, double unitSize, String unit, String places, String source) {
            this.words = words;
            this.usual = usual;
            this.unitSize = unitSize;
            this.unit = unit;
            this.places = places;
            this.source = source;
        }

        private String text(Object value) {
            if (value instanceof Number number) {
                return UsedValue.text(number.doubleValue() / unitSize, unit);
            }
            return value instanceof Boolean isOn ? isOn ? "on" : "off" : value.toString();
        }
    }

    /** By setting, whether it was told, and value: how often. */
    private final Map<Setting, Map<Boolean, Map<String, Integer>>> counts = new EnumMap<>(Setting.class);

    /** What else was assumed, by why. */
    private final SortedMap<String, SortedSet<String>> others = new TreeMap<>();

    /** The known value, or the usual one where nothing is known; either is counted. */
    <T> T or(Setting setting, @Nullable T known, T usual) {
        T taken = known == null ? usual : known;
        add(setting, taken, known != null);
        return taken;
    }

    /** Counts one value: a number in base units, a switch or text. */
    void add(Setting setting, Object value, boolean isTold) {
        counts.computeIfAbsent(setting, key -> new TreeMap<>())
                .computeIfAbsent(isTold, key -> new TreeMap<>())
                .merge(setting.text(value), 1, Integer::sum);
    }

    /** Whether nothing was noted of a setting. */
    boolean isUntold(Setting setting) {
        return !counts.containsKey(setting);
    }

    /** Notes what else is assumed, and why. */
    void assume(String what, String why) {
        others.computeIfAbsent(why, key -> new TreeSet<>()).add(what);
    }

    /** What took its usual value and what else was assumed, in words, in order of the alphabet. */
    SortedSet<String> assumed() {
        SortedSet<String> words = new TreeSet<>();
        others.forEach((why, all) -> all.forEach(what -> words.add(what + " (" + why + ")")));
        counts.forEach((setting, byTold) -> {
            if (setting.usual != null && byTold.containsKey(false)) {
                words.add(setting.words + " (" + setting.usual + ")");
            }
        });
        return words;
    }

    /** One row for each kind and status, with counts. */
    List<UsedValue> values() {
        List<UsedValue> values = new ArrayList<>();
        counts.forEach((setting, byTold) -> {
            int total = byTold.values().stream()
                    .flatMap(texts -> texts.values().stream())
                    .mapToInt(count -> count)
                    .sum();
            for (boolean isTold : List.of(true, false)) {
                Map<String, Integer> texts = byTold.get(isTold);
                if (texts != null) {
                    values.add(new UsedValue(
                            setting.words,
                            text(texts, total, setting.places),
                            isTold ? Status.MEASURED : Status.ASSUMED,
                            isTold ? TOLD : setting.source));
                }
            }
        });
        others.forEach((why, all) -> values.add(new UsedValue(
                "other assumption",
                all.size() == 1 ? all.first() : all.first() + " and " + (all.size() - 1) + " others",
                Status.ASSUMED,
                why)));
        return values;
    }

    private static String text(Map<String, Integer> texts, int total, String places) {
        List<String> told = new ArrayList<>();
        texts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(VALUES_TOLD)
                .forEach(entry -> told.add(String.format(
                        Locale.ROOT, "%s (%d of %d %s)", entry.getKey(), entry.getValue(), total, places)));
        return String.join(", ", told)
                + (texts.size() > VALUES_TOLD ? " and " + (texts.size() - VALUES_TOLD) + " other values" : "");
    }
}
