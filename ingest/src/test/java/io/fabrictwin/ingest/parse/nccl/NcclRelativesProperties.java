package io.fabrictwin.ingest.parse.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SharedSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever lies in a file of one of these formats: it is recognised, and every record is accounted for once. */
class NcclRelativesProperties {
    /** Made to be wrong, or cut off before the end of anything that is kept. */
    private static final Set<String> BROKEN = Set.of(
            "rccl-test-incorrect_values_config.conf",
            "dump.jsonl",
            "trace.txt",
            "rules.conf",
            "servers.csv",
            "status.json");

    private static final Set<String> EMPTY =
            Set.of("sample_performance_data.csv", "nccl-pr1973-kernelch-24-channels.partial.json.txt");

    @ParameterizedTest
    @CsvSource({
        "nccl-ras, nccl-ras/report.txt",
        "nccl-inspector, nccl-inspector/dump.jsonl",
        "nccl-profiler, nccl-profiler/trace.txt",
        "nccl-tuner, nccl-tuner/rules.conf",
        "placement-csv, placement/servers.csv"
    })
    void damagedLinesAreAccountedFor(String format, String fixture) {
        Mutations.damage(
                Formats.named(format).orElseThrow(),
                fixture,
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @ParameterizedTest
    @CsvSource({"nccl-ras, nccl-ras/status.json", "msccl-xml, msccl/alltoall.xml"})
    void damagedDocumentsAreAccountedFor(String format, String fixture) {
        Mutations.damage(
                Formats.named(format).orElseThrow(),
                fixture,
                (input, parsed) -> assertThat(parsed.records() > 0 || ParsedInput.lines(input) == 0)
                        .isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "workload/nccl-ras, nccl-ras, nccl-ras",
        "workload/nccl-inspector, nccl-inspector, nccl-inspector",
        "workload/nccl-profiler, nccl-profiler, nccl-profiler",
        "workload/tuner, nccl-tuner, nccl-tuner",
        "workload/msccl-xml, msccl, msccl-xml",
        "workload/incidents, placement, placement-csv"
    })
    void readsAllSamples(String folder, String fixtures, String format) throws IOException {
        for (Path file : SharedSamples.files(folder, fixtures)) {
            String name = SharedSamples.name(file);
            if (name.endsWith(".results.csv") || name.endsWith(".prom")) {
                continue; // tables of reference values, and another format
            }
            assertThat(Formats.recognised(FileInput.head(file)))
                    .as(name)
                    .extracting(Format::name)
                    .isEqualTo(List.of(format));
            ParsedInput parsed = ParsedInput.ofFile(Formats.named(format).orElseThrow(), file);
            assertThat(parsed.records()).as(name).isPositive();
            if (!BROKEN.contains(name)) {
                assertThat(parsed.rejections).as(name).isEmpty();
            }
            if (!EMPTY.contains(name)) {
                assertThat(parsed.events).as(name).isNotEmpty();
            }
        }
    }
}
