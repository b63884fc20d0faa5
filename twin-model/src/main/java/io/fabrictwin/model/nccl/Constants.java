package io.fabrictwin.model.nccl;

import io.fabrictwin.model.cluster.GpuGeneration;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Scanner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The constants of one version of NCCL; the resource {@code constants.txt} holds those of all. */
final class Constants {
    /** The newest version that was read. */
    static final NcclVersion NEWEST = new NcclVersion(2, 30, 0);

    private static final String RESOURCE = "constants.txt";
    private static final NcclVersion OLDEST = new NcclVersion(2, 8, 0);
    private static final Map<String, NavigableMap<NcclVersion, double[]>> LINES = read();

    private final NcclVersion version;

    private Constants(NcclVersion version) {
        this.version = version;
    }

    /**
     * A version newer than all that were read has the newest constants.
     *
     * @throws IllegalArgumentException for a version before 2.8
     */
    static Constants of(NcclVersion version) {
        if (version.compareTo(OLDEST) < 0) {
            throw new IllegalArgumentException(
                    "constants of NCCL " + version + " are not known; the oldest is " + OLDEST);
        }
        return new Constants(version);
    }

    /** The values of a key; null where this version has none. */
    double @Nullable [] find(String key) {
        NavigableMap<NcclVersion, double[]> lines = LINES.get(key);
        if (lines == null) {
            return null;
        }
        Map.Entry<NcclVersion, double[]> line = lines.floorEntry(version);
        return line == null ? null : line.getValue();
    }

    boolean has(String key) {
        return find(key) != null;
    }

    double[] all(String key) {
        double[] values = find(key);
        if (values == null) {
            throw new IllegalArgumentException("NCCL " + version + " has no constant " + key);
        }
        return values;
    }

    double one(String key) {
        return all(key)[0];
    }

    boolean flag(String key) {
        return one(key) != 0;
    }

    /** The value of one protocol: keys with LL, LL128, Simple. */
    double of(String key, Protocol protocol) {
        return all(key)[protocol.place()];
    }

    static String key(GpuGeneration generation) {
        return generation.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, NavigableMap<NcclVersion, double[]>> read() {
        var resource = Constants.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new IllegalStateException("resource " + RESOURCE + " is missing");
        }
        Map<String, NavigableMap<NcclVersion, double[]>> lines = new HashMap<>();
        try (Scanner scanner = new Scanner(resource, StandardCharsets.UTF_8)) {
            while (scanner.hasNextLine()) {
                String line = scanner.nextLine().strip();
                if (line.isEmpty() || line.startsWith("#")) {
                    continue;
                }
                String[] words = line.split(" +", -1);
                double[] values = new double[words.length - 2];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Double.parseDouble(words[i + 2]);
                }
                lines.computeIfAbsent(words[0], key -> new TreeMap<>()).put(NcclVersion.parse(words[1]), values);
            }
        }
        return lines;
    }
}
