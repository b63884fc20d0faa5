package io.fabrictwin.model.scenario;

import static io.fabrictwin.model.scenario.ScenarioRefusedException.nonsense;

import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.step.CollectiveWork;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text form of changes: printing and reading. */
final class ChangeText {
    private static final List<String> KEYS = keys();
    private static final Map<String, Double> BYTE_UNITS =
            units("B", 1.0, "KB", 1e3, "MB", 1e6, "GB", 1e9, "KiB", 1024.0, "MiB", 1048576.0, "GiB", 1073741824.0);
    private static final Map<String, Double> TIME_UNITS = units("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);
    private static final Map<String, Double> RATE_UNITS = units(
            "bit/s", 1.0, "Kbit/s", 1e3, "Mbit/s", 1e6, "Gbit/s", 1e9, "Kbps", 1e3, "Mbps", 1e6, "Gbps", 1e9, "M", 1e6,
            "G", 1e9);

    private ChangeText() {}

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (Change.EcnField field : Change.EcnField.values()) {
            keys.add("ecn-" + field.word());
        }
        for (Change.DcqcnField field : Change.DcqcnField.values()) {
            keys.add("dcqcn-" + field.word());
        }
        keys.addAll(List.of(
                "buffer",
                "pfc-alpha",
                "link@A:B",
                "links@DEVICE",
                "link-rate@A:B",
                "pause-storm@HOST",
                "job@JOB",
                "start@JOB",
                "hosts@JOB",
                "queue-pairs@JOB",
                "destination-ports@JOB",
                "compute-factor@JOB/RANK"));
        return List.copyOf(keys);
    }

    private static Map<String, Double> units(Object... namesAndFactors) {
        Map<String, Double> units = new LinkedHashMap<>();
        for (int i = 0; i < namesAndFactors.length; i += 2) {
            units.put((String) namesAndFactors[i], (Double) namesAndFactors[i + 1]);
        }
        return units;
    }

    static String key(String key, @Nullable String target) {
        return key + (target == null ? "" : "@" + target) + "=";
    }

    static String number(double value) {
        return new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString();
    }

    static String bytes(double value) {
        return value % 1048576 == 0 && value > 0 ? number(value / 1048576) + "MiB" : inUnit(value, 1e3, "KB", "B");
    }

    static String time(double ns) {
        return inUnit(ns, 1e3, "us", "ns");
    }

    static String rate(double bitsPerSecond) {
        return bitsPerSecond % 1e9 == 0
                ? number(bitsPerSecond / 1e9) + "Gbit/s"
                : inUnit(bitsPerSecond, 1e6, "Mbit/s", "bit/s");
    }

    static String state(boolean isUp) {
        return isUp ? "up" : "down";
    }

    private static String inUnit(double value, double factor, String unit, String plainUnit) {
        return value % factor == 0 ? number(value / factor) + unit : number(value) + plainUnit;
    }

    static Change parse(String key, String value) {
        int at = key.indexOf('@');
        String setting = at < 0 ? key : key.substring(0, at);
        String target = at < 0 ? null : key.substring(at + 1);
        String text = value.strip();
        for (Change.EcnField field : Change.EcnField.values()) {
            if (setting.equals("ecn-" + field.word())) {
                return new Change.SetEcn(
                        target,
                        field,
                        field == Change.EcnField.PMAX ? share(key, text) : quantity(key, text, BYTE_UNITS));
            }
        }
        for (Change.DcqcnField field : Change.DcqcnField.values()) {
            if (setting.equals("dcqcn-" + field.word())) {
                return new Change.SetDcqcn(target, field, dcqcnValue(field, key, text));
            }
        }
        return switch (setting) {
            case "buffer" -> new Change.SetBuffer(target, Math.round(quantity(key, text, BYTE_UNITS)));
            case "pfc-alpha" -> new Change.SetPfcAlpha(target, positive(key, text));
            case "link" -> new Change.SetLinkUp(require(key, target, "A:B"), isUp(key, text));
            case "links" -> new Change.SetDeviceLinksUp(require(key, target, "DEVICE"), isUp(key, text));
            case "link-rate" -> new Change.SetLinkRate(require(key, target, "A:B"), quantity(key, text, RATE_UNITS));
            case "pause-storm" -> {
                requireWord(key, text, "off");
                yield new Change.ReplaceNic(require(key, target, "HOST"));
            }
            case "job" -> {
                requireWord(key, text, "stop");
                yield new Change.StopJob(require(key, target, "JOB"));
            }
            case "start" -> startJob(key, require(key, target, "JOB"), text);
            case "hosts" -> new Change.PlaceRanks(require(key, target, "JOB"), names(key, text));
            case "queue-pairs" -> new Change.SetQueuePairs(require(key, target, "JOB"), count(key, text, 1));
            case "destination-ports" -> {
                requireWord(key, text, "new");
                yield new Change.RenewConnections(require(key, target, "JOB"));
            }
            case "compute-factor" -> {
                String jobAndRank = require(key, target, "JOB/RANK");
                int slash = jobAndRank.lastIndexOf('/');
                if (slash <= 0) {
                    throw nonsense("'" + key + "' needs a job and a rank, as in compute-factor@job0/5");
                }
                yield new Change.SetComputeFactor(
                        jobAndRank.substring(0, slash),
                        count(key, jobAndRank.substring(slash + 1), 0),
                        positive(key, text));
            }
            default -> throw nonsense("'" + setting + "' is not something that can be changed", KEYS);
        };
    }

    private static double dcqcnValue(Change.DcqcnField field, String key, String text) {
        return switch (field) {
            case GAIN -> share(key, text);
            case FAST_RECOVERY_TIMES -> count(key, text, 0);
            case ALPHA_TIMER, RATE_DECREASE_INTERVAL, RATE_INCREASE_TIMER -> quantity(key, text, TIME_UNITS);
            case ADDITIVE_INCREASE, HYPER_INCREASE, MIN_RATE -> quantity(key, text, RATE_UNITS);
        };
    }

    /** Reads {@code hosts h1,h2; compute 500us; all-to-all 32MB at 1 stream 0}. */
    private static Change startJob(String key, String job, String text) {
        List<String> hosts = List.of();
        long computeNs = -1;
        double jitter = 0;
        int queuePairs = 1;
        List<CollectiveWork> collectives = new ArrayList<>();
        for (String part : text.split(";", -1)) {
            String[] words = part.strip().split("\\s+", -1);
            if (words.length < 2) {
                throw nonsense("'" + part.strip() + "' in '" + key + "' is not a word and its value");
            }
            switch (words[0]) {
                case "hosts" -> hosts = names(key, words[1]);
                case "compute" -> computeNs = Math.round(quantity(key, words[1], TIME_UNITS));
                case "jitter" -> jitter = share(key, words[1]);
                case "queue-pairs" -> queuePairs = count(key, words[1], 1);
                default -> collectives.add(collective(key, words));
            }
        }
        if (hosts.isEmpty() || computeNs < 0) {
            throw nonsense(
                    "'" + key + "' needs hosts and compute, as in 'hosts h1,h2; compute 500us; all-reduce 16MB'");
        }
        return new Change.StartJob(job, hosts, computeNs, jitter, queuePairs, collectives);
    }

    private static CollectiveWork collective(String key, String[] words) {
        CollectiveOperation operation;
        try {
            operation = CollectiveOperation.valueOf(
                    words[0].toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw nonsense(
                    "'" + words[0] + "' in '" + key + "' is no collective",
                    Arrays.stream(CollectiveOperation.values())
                            .map(known -> known.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .toList());
        }
        double launchFraction = 1;
        int stream = 0;
        for (int word = 2; word < words.length; word += 2) {
            if (word + 1 == words.length) {
                throw nonsense("'" + words[word] + "' in '" + key + "' has no value");
            }
            switch (words[word]) {
                case "at" -> launchFraction = share(key, words[word + 1]);
                case "stream" -> stream = count(key, words[word + 1], 0);
                default -> throw nonsense("'" + words[word] + "' in '" + key + "' is neither 'at' nor 'stream'");
            }
        }
        return new CollectiveWork(operation, Math.round(quantity(key, words[1], BYTE_UNITS)), launchFraction, stream);
    }

    private static String require(String key, @Nullable String target, String form) {
        if (target == null || target.isEmpty()) {
            int at = key.indexOf('@');
            throw nonsense(
                    "'" + key + "' does not say of which: write " + (at < 0 ? key : key.substring(0, at)) + "@" + form);
        }
        return target;
    }

    private static void requireWord(String key, String text, String word) {
        if (!text.equals(word)) {
            throw nonsense("'" + text + "' does not fit '" + key + "': it takes '" + word + "'");
        }
    }

    private static boolean isUp(String key, String text) {
        return switch (text) {
            case "up" -> true;
            case "down" -> false;
            default -> throw nonsense("'" + text + "' does not fit '" + key + "': it takes 'up' or 'down'");
        };
    }

    private static List<String> names(String key, String text) {
        List<String> names = List.of(text.split(",", -1));
        if (names.stream().anyMatch(String::isBlank)) {
            throw nonsense("'" + text + "' in '" + key + "' has an empty name");
        }
        return names;
    }

    private static int count(String key, String text, int least) {
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw nonsense("'" + text + "' in '" + key + "' is not a whole number");
        }
        if (number < least) {
            throw nonsense("'" + text + "' in '" + key + "' is below " + least);
        }
        return number;
    }

    private static double share(String key, String text) {
        double number = fraction(key, text);
        if (!(number >= 0 && number <= 1)) {
            throw nonsense("'" + text + "' in '" + key + "' is not between 0 and 1");
        }
        return number;
    }

    private static double positive(String key, String text) {
        double number = fraction(key, text);
        if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
            throw nonsense("'" + text + "' in '" + key + "' is not above 0");
        }
        return number;
    }

    /** A decimal number or a fraction such as 1/8. */
    private static double fraction(String key, String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? decimal(key, text)
                : decimal(key, text.substring(0, slash)) / decimal(key, text.substring(slash + 1));
    }

    private static double decimal(String key, String text) {
        try {
            return new BigDecimal(text.strip()).doubleValue();
        } catch (NumberFormatException e) {
            throw nonsense("'" + text + "' in '" + key + "' is not a number");
        }
    }

    /** A number above 0 with an optional unit; without one it is in the least unit. */
    private static double quantity(String key, String text, Map<String, Double> units) {
        int end = 0;
        while (end < text.length() && "+-.eE0123456789".indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        String unit = text.substring(end).strip();
        Double factor = unit.isEmpty() ? Double.valueOf(1) : units.get(unit);
        if (factor == null) {
            throw nonsense("'" + text + "' in '" + key + "' has an unknown unit", List.copyOf(units.keySet()));
        }
        double number = decimal(key, text.substring(0, end)) * factor;
        if (!(number > 0 && number < Long.MAX_VALUE)) {
            throw nonsense("'" + text + "' in '" + key + "' is not above 0");
        }
        return number;
    }
}
