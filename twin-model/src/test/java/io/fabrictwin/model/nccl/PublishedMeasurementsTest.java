package io.fabrictwin.model.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.event.CollectiveOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Published nccl-tests tables against the model with one efficiency a cluster: from 64 MiB on, half of all times must be met
 * to 10 %. A few tables stand in the test's resources; the shared collection is read as well where it is.
 */
class PublishedMeasurementsTest {
    private static final double BAND = 0.10;

    @Test
    void ownTablesAreMetWithOneEfficiencyEach() throws IOException {
        Map<ClusterDescription, List<Measurement>> tables = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/nccl/published.csv"))) {
            if (line.startsWith("#") || line.startsWith("cluster")) {
                continue;
            }
            String[] cells = line.split(",", -1);
            boolean isGh200 = cells[0].equals("gh200");
            ClusterDescription cluster = isGh200
                    ? MeasuredClusters.gh200("gh200")
                    : MeasuredClusters.h100("h100", 8, 8, 400, "infiniband", "2.26.2", false);
            int ranks = Integer.parseInt(cells[1]) * (isGh200 ? 4 : 8);
            tables.computeIfAbsent(cluster, key -> new ArrayList<>())
                    .add(new Measurement(
                            CollectiveOperation.ALL_REDUCE,
                            ranks,
                            Long.parseLong(cells[2]),
                            Double.parseDouble(cells[3]) * 1000));
        }
        assertThat(tables).hasSize(2);
        tables.forEach((cluster, measurements) -> {
            ClusterDescription fitted = cluster.withEfficiency(
                    EfficiencyFit.fit(cluster, measurements).efficiency());
            assertThat(median(errors(fitted, measurements)))
                    .as(cluster.name())
                    .isLessThanOrEqualTo(median(errors(cluster, measurements)))
                    .isLessThanOrEqualTo(BAND);
        });
    }

    @Test
    void sharedTablesAreMetWithOneEfficiencyEach(TestReporter reporter) throws IOException {
        Optional<Path> folder = Stream.of("../../shared", "../../../shared")
                .map(root -> Path.of(root, "data/workload/nccl-tests"))
                .filter(Files::isDirectory)
                .findFirst();
        if (folder.isEmpty()) {
            return;
        }
        for (String use : List.of("validate", "intra-node")) {
            Map<String, ClusterDescription> clusters = new TreeMap<>();
            Map<String, List<Measurement>> tables = new TreeMap<>();
            for (Row row : rows(folder.get(), use)) {
                MeasuredClusters.of(row.source, row.gpu, row.nodes, row.measured.ranks(), row.settings)
                        .ifPresent(cluster -> {
                            clusters.put(cluster.name(), cluster);
                            tables.computeIfAbsent(cluster.name(), key -> new ArrayList<>())
                                    .add(row.measured);
                        });
            }
            List<Double> large = new ArrayList<>();
            List<Double> small = new ArrayList<>();
            StringBuilder report = new StringBuilder(use).append('\n');
            tables.forEach((name, measurements) -> {
                List<Measurement> big = measurements.stream()
                        .filter(measured -> measured.bytes() >= EfficiencyFit.SMALLEST_BYTES)
                        .toList();
                ClusterDescription cluster = clusters.get(name);
                EfficiencyFit fit = EfficiencyFit.fit(cluster, measurements);
                ClusterDescription fitted = cluster.withEfficiency(fit.efficiency());
                report.append(String.format(
                        Locale.ROOT,
                        "%-18s %3d  efficiency %.3f  median error %5.1f %% -> %5.1f %%%n",
                        name,
                        fit.used(),
                        fit.efficiency(),
                        100 * median(errors(cluster, big)),
                        100 * median(errors(fitted, big))));
                for (Measurement measured : measurements) {
                    (measured.bytes() >= EfficiencyFit.SMALLEST_BYTES ? large : small)
                            .addAll(errors(fitted, List.of(measured)));
                }
            });
            report.append(quantiles("from 64 MiB", large)).append(quantiles("below", small));
            reporter.publishEntry(use, report.toString());
            assertThat(large).hasSizeGreaterThan(100);
            assertThat(median(large)).as(report.toString()).isLessThanOrEqualTo(BAND);
        }
    }

    private record Row(String source, String gpu, int nodes, String settings, Measurement measured) {}

    private static List<Row> rows(Path folder, String use) throws IOException {
        Set<String> used = new HashSet<>();
        for (String line : Files.readAllLines(folder.resolve("SOURCES-tables.csv"))) {
            String[] cells = cells(line);
            if (cells[18].equals(use)) {
                used.add(String.join("|", cells[2], cells[4], cells[9], cells[10]));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("results.csv"))) {
            String[] cells = cells(line);
            if (used.contains(String.join("|", cells[0], cells[2], cells[6], cells[7]))
                    && Double.parseDouble(cells[9]) > 0) {
                rows.add(new Row(
                        cells[0],
                        cells[1],
                        Integer.parseInt(cells[2]),
                        cells[7],
                        new Measurement(
                                operation(cells[6]),
                                Integer.parseInt(cells[3]),
                                Long.parseLong(cells[8]),
                                1000 * Double.parseDouble(cells[9]))));
            }
        }
        return rows;
    }

    private static CollectiveOperation operation(String name) {
        return switch (name) {
            case "AllReduce" -> CollectiveOperation.ALL_REDUCE;
            case "AllGather" -> CollectiveOperation.ALL_GATHER;
            case "ReduceScatter" -> CollectiveOperation.REDUCE_SCATTER;
            case "AlltoAll" -> CollectiveOperation.ALL_TO_ALL;
            case "SendRecv" -> CollectiveOperation.SEND;
            case "Reduce" -> CollectiveOperation.REDUCE;
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String[] cells(String line) {
        String[] cells = line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
        return Arrays.stream(cells).map(cell -> cell.replace("\"", "")).toArray(String[]::new);
    }

    private static List<Double> errors(ClusterDescription cluster, List<Measurement> measurements) {
        Map<Integer, ClusterModel> models = new HashMap<>();
        return measurements.stream()
                .map(measured ->
                        Math.abs(models.computeIfAbsent(measured.ranks(), ranks -> ClusterModel.of(cluster, ranks))
                                                .predict(measured.operation(), measured.bytes())
                                                .timeNs()
                                        / measured.timeNs()
                                - 1))
                .toList();
    }

    private static double median(List<Double> values) {
        return quantile(values, 0.5);
    }

    private static double quantile(List<Double> values, double share) {
        return values.stream().sorted().toList().get((int) (share * (values.size() - 1)));
    }

    private static String quantiles(String name, List<Double> errors) {
        return String.format(
                Locale.ROOT,
                "%s: %d times, median error %.1f %%, three quarters within %.1f %%, nine tenths within %.1f %%%n",
                name,
                errors.size(),
                100 * median(errors),
                100 * quantile(errors, 0.75),
                100 * quantile(errors, 0.9));
    }
}
