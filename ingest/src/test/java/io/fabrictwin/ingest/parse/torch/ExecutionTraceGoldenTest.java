package io.fabrictwin.ingest.parse.torch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ExecutionTraceGoldenTest {
    private static final ExecutionTraceFormat FORMAT = new ExecutionTraceFormat();
    private static final String FIXTURE = "torch/execution/trace_rank_3.json";

    @Test
    void collectivesAreReadInAllVersions() throws IOException {
        assertThat(FORMAT.recognise(Head.of(new TextInput(FIXTURE, ParsedInput.fixture(FIXTURE)).open())))
                .isEqualTo(Likeness.CERTAIN);
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, FIXTURE);
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.records()).isEqualTo(8);
        assertThat(parsed.ignored).isEqualTo(3);
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(
                        CollectivePlanned::collective,
                        CollectivePlanned::operation,
                        CollectivePlanned::bytesPerRank,
                        CollectivePlanned::launchFraction,
                        CollectivePlanned::stream)
                .containsExactly(
                        // name among the inputs, size from the larger side
                        tuple(0, CollectiveOperation.ALL_GATHER, 1_024L, 0.25, 0),
                        // a list of tensors
                        tuple(1, CollectiveOperation.ALL_REDUCE, 96L, 0.5, 0),
                        // values, shapes and types in one object
                        tuple(2, CollectiveOperation.BROADCAST, 16L, 0.75, 0),
                        // named attributes
                        tuple(3, CollectiveOperation.REDUCE_SCATTER, 8_192L, 0.875, 1));
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(CollectivePlanned::job)
                .containsOnly(new JobId("trace"));
    }

    @Test
    void aTraceThatIsCutOffKeepsWhatIsWhole() {
        byte[] whole = ParsedInput.fixture(FIXTURE);
        ParsedInput parsed =
                ParsedInput.of(FORMAT, new TextInput("trace_rank_3.json", Arrays.copyOf(whole, whole.length - 100)));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(CollectivePlanned.class)).hasSize(3);
        ParsedInput empty = ParsedInput.of(FORMAT, new TextInput("empty.json", " ".getBytes(UTF_8)));
        assertThat(empty.codes).containsExactly(RejectCode.MALFORMED);
    }

    @Test
    void damageNeverThrows() {
        Mutations.damage(
                FORMAT, FIXTURE, (input, parsed) -> assertThat(parsed.records()).isPositive());
    }

    @Test
    void readsAllSamples() {
        for (Path file : SharedSamples.files("workload/chakra/dlrm-pytorch-et-8ranks", "torch/execution")) {
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            assertThat(parsed.rejections).as(file.toString()).isEmpty();
            assertThat(parsed.events).as(file.toString()).isNotEmpty();
        }
    }
}
