package io.fabrictwin.cli.validate;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.fabrictwin.cli.BadDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What really happened in cases that the engine can run too, from a packet-level simulator or a testbed.
 *
 * @param set the set that the case belongs to
 * @param flows by flow id: start and end
 * @param cpuSeconds what it cost to find out; null: not told
 */
record Truth(String set, Map<Long, Flow> flows, @Nullable Double cpuSeconds) {
    private static final String FLOWS = "flows_";
    private static final String SUFFIX = ".csv";
    private static final ObjectReader CSV = new CsvMapper()
            .readerForMapOf(String.class)
            .with(CsvSchema.emptySchema().withHeader());

    /** One flow, ns. */
    record Flow(long startNs, long endNs) {}

    /**
     * Reads {@code flows_SET.csv} files (columns {@code case_id}, {@code flow_id}, {@code start_ns}, {@code end_ns}) and,
     * where it is there, {@code speed.csv} ({@code case_id}, {@code cpu_s}).
     *
     * @return truth by case id, in the order of the ids
     */
    static Map<String, Truth> read(Path folder) {
        Map<String, Double> cpuSeconds = new HashMap<>();
        Path speed = folder.resolve("speed.csv");
        if (Files.exists(speed)) {
            rows(speed, row -> cpuSeconds.put(field(row, "case_id"), Double.valueOf(field(row, "cpu_s"))));
        }
        Map<String, Truth> truths = new TreeMap<>();
        for (Path file : flowFiles(folder)) {
            String name = String.valueOf(file.getFileName());
            String set = name.substring(FLOWS.length(), name.length() - SUFFIX.length());
            rows(file, row -> {
                String id = field(row, "case_id");
                truths.computeIfAbsent(id, key -> new Truth(set, new HashMap<>(), cpuSeconds.get(key)))
                        .flows
                        .put(
                                Long.valueOf(field(row, "flow_id")),
                                new Flow(Long.parseLong(field(row, "start_ns")), Long.parseLong(field(row, "end_ns"))));
            });
        }
        if (truths.isEmpty()) {
            throw new BadDataException(folder + ": no " + FLOWS + "SET" + SUFFIX + " files with flows in this folder");
        }
        return truths;
    }

    /** End of the last flow, ns. */
    long makespanNs() {
        return flows.values().stream().mapToLong(Flow::endNs).max().orElseThrow();
    }

    private static List<Path> flowFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).matches(FLOWS + ".+\\" + SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new BadDataException(folder + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    private static void rows(Path file, Consumer<Map<String, String>> each) {
        int line = 1;
        try (MappingIterator<Map<String, String>> rows = CSV.readValues(file.toFile())) {
            while (rows.hasNextValue()) {
                line = rows.getCurrentLocation().getLineNr();
                each.accept(rows.nextValue());
            }
        } catch (IOException | IllegalArgumentException bad) {
            throw new BadDataException(file + " line " + line + ": " + bad.getMessage(), bad);
        }
    }

    private static String field(Map<String, String> row, String name) {
        String value = row.get(name);
        if (value == null) {
            throw new IllegalArgumentException("column " + name + " is missing");
        }
        return value;
    }
}
