package io.fabrictwin.cli.collective;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.nccl.Measurement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads what nccl-tests prints: a heading that ends in {@code time algbw busbw} twice, and a line a size. The first time, that
 * of the run out of place, counts. What a launcher writes before a line, and all other lines, are passed over.
 */
final class NcclTestsTable {
    private static final double NS_PER_US = 1000;

    private NcclTestsTable() {}

    static List<Measurement> read(Path file, CollectiveOperation operation, int ranks) {
        List<String> lines;
        try {
            // Logs may hold anything; Latin-1 reads every byte.
            lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException missing) {
            throw new BadDataException(file + ": no such file", missing);
        } catch (IOException unreadable) {
            throw new BadDataException(file + ": cannot be read: " + unreadable.getMessage(), unreadable);
        }
        List<Measurement> measurements = new ArrayList<>();
        List<String> heading = List.of();
        for (int number = 1; number <= lines.size(); number++) {
            List<String> words = words(lines.get(number - 1));
            int size = words.indexOf("size");
            if (size >= 0 && words.contains("algbw")) {
                if (!heading.isEmpty() && !measurements.isEmpty()) {
                    throw new BadDataException(file + " line " + number + ": a second table; give one table a file");
                }
                heading = words.subList(size, words.size());
            } else if (!heading.isEmpty()) {
                add(measurements, heading, words, operation, ranks);
            }
        }
        if (measurements.isEmpty()) {
            throw new BadDataException(
                    file + ": no table of nccl-tests, which has a heading with size, time and algbw");
        }
        return measurements;
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split("\\s+", -1));
    }

    /** A launcher's prefix stands before the size, so places count from the end. */
    private static void add(
            List<Measurement> measurements,
            List<String> heading,
            List<String> words,
            CollectiveOperation operation,
            int ranks) {
        int first = words.size() - heading.size();
        if (first < 0) {
            return;
        }
        String size = words.get(first);
        String time = words.get(first + heading.indexOf("time"));
        if (size.matches("[0-9]{1,18}") && time.matches("[0-9]+(\\.[0-9]+)?")) {
            long bytes = Long.parseLong(size);
            double timeNs = Double.parseDouble(time) * NS_PER_US;
            if (bytes > 0 && timeNs > 0) {
                measurements.add(new Measurement(operation, ranks, bytes, timeNs));
            }
        }
    }
}
