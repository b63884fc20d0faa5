package io.fabrictwin.ingest.parse.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.SharedSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over real outputs where they lie beside the repository: each is recognised, accounted for, and tells something. */
class NcclSamplesTest {
    /** Excerpts of a few lines that are torn themselves, and a document that is cut off in its only object. */
    private static final Set<String> BROKEN = Set.of(
            "msswift-3934-torn-interleaved-lines.log",
            "nccl-tests-227-roce-irdma-init-before-modify-qp-timeout.log",
            "json-fork-structured.json.partial",
            // fixtures with one bad record of each kind
            "job.log",
            "tests.txt",
            "tests.json");

    /** Nothing in them is whole. */
    private static final Set<String> EMPTY = Set.of("json-fork-structured.json.partial");

    @ParameterizedTest
    @ValueSource(strings = {"workload/nccl-log", "workload/nccl-errors", "workload/nccl-tests"})
    void readsAllSamples(String folder) throws IOException {
        for (Path file : SharedSamples.files(folder, "nccl")) {
            String name = SharedSamples.name(file);
            if (name.endsWith(".csv")) {
                continue; // tables of reference values
            }
            List<Format> formats = Formats.recognised(FileInput.head(file));
            assertThat(formats).as(name).extracting(Format::name).hasSize(1).isSubsetOf("nccl-log", "nccl-tests");
            ParsedInput parsed = ParsedInput.ofFile(formats.get(0), file);
            assertThat(parsed.records()).as(name).isPositive();
            if (!BROKEN.contains(name)) {
                assertThat(parsed.rejections.size()).as(name).isLessThanOrEqualTo((int) (parsed.records() / 100));
            }
            if (!EMPTY.contains(name)) {
                assertThat(parsed.events).as(name).isNotEmpty();
            }
        }
    }
}
