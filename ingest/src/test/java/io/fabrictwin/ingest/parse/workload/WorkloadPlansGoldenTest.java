package io.fabrictwin.ingest.parse.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class WorkloadPlansGoldenTest {
    private static final List<Format> FORMATS =
            List.of(new AicbFormat(), new AiobFormat(), new ChakraFormat(), new LayerPlanFormat());

    @Test
    void chakraStreamsPlanWhatTheAcceleratorDoes() {
        ParsedInput parsed = ParsedInput.ofFixture(new ChakraFormat(), "workload/step.2.et");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.records()).isEqualTo(9);
        assertThat(parsed.all(ComputePlanned.class))
                .extracting(ComputePlanned::position, ComputePlanned::name, ComputePlanned::computeNs)
                .containsExactly(tuple(0, "gemm", 300_000L), tuple(1, "gemm2", 100_000L));
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(
                        CollectivePlanned::collective,
                        CollectivePlanned::operation,
                        CollectivePlanned::bytesPerRank,
                        CollectivePlanned::launchFraction,
                        CollectivePlanned::stream)
                .containsExactly(
                        tuple(0, CollectiveOperation.ALL_REDUCE, 1_048_576L, 0.75, 0),
                        tuple(1, CollectiveOperation.REDUCE_SCATTER, 4_096L, 1.0, 1),
                        tuple(2, CollectiveOperation.SEND, 512L, 1.0, 2));
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(CollectivePlanned::job)
                .containsOnly(new JobId("step"));
    }

    @Test
    void chakraStreamsThatAreCutOffKeepWhatIsWhole() {
        byte[] whole = ParsedInput.fixture("workload/step.2.et");
        ParsedInput parsed =
                ParsedInput.of(new ChakraFormat(), new TextInput("step.2.et", Arrays.copyOf(whole, whole.length - 5)));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(CollectivePlanned.class)).hasSize(3);
    }

    @Test
    void chakraConvertedToJsonIsReadInBothForms() throws IOException {
        String graph = "{\"workload_graph\":[{\"Id\":1,\"Name\":\"gemm\",\"NodeType\":4,\"runtime\":7,"
                + "\"is_cpu_op\":false},{\"Id\":2,\"Name\":\"x\",\"NodeType\":7,\"comm_type\":\"ALL_TO_ALL\",\"comm_size\":64}]}";
        String messages = "{\"version\":\"0.0.4\"}\n{\"id\":\"1\",\"name\":\"gemm\",\"type\":\"COMP_NODE\","
                + "\"durationMicros\":\"7\"}\n{\"id\":\"2\",\"name\":\"x\",\"type\":\"COMM_COLL_NODE\",\"attr\":"
                + "[{\"name\":\"comm_type\",\"int64Val\":\"6\"},{\"name\":\"comm_size\",\"int64Val\":\"64\"}]}";
        for (String text : List.of(graph, messages)) {
            TextInput input = new TextInput("a.0.json", text.getBytes(UTF_8));
            assertThat(new ChakraFormat().recognise(Head.of(input.open()))).isEqualTo(Likeness.CERTAIN);
            ParsedInput parsed = ParsedInput.of(new ChakraFormat(), input);
            assertThat(parsed.all(ComputePlanned.class))
                    .extracting(ComputePlanned::computeNs)
                    .containsExactly(7_000L);
            assertThat(parsed.all(CollectivePlanned.class))
                    .extracting(CollectivePlanned::operation, CollectivePlanned::bytesPerRank)
                    .containsExactly(tuple(CollectiveOperation.ALL_TO_ALL, 64L));
        }
    }

    @Test
    void layersAreOrderedForwardAndBack() {
        ParsedInput parsed = ParsedInput.ofFixture(new LayerPlanFormat(), "workload/layers.txt");
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED, RejectCode.MALFORMED);
        assertThat(parsed.ignored).isEqualTo(1);
        assertThat(parsed.all(ComputePlanned.class))
                .extracting(
                        ComputePlanned::name,
                        ComputePlanned::phase,
                        ComputePlanned::position,
                        ComputePlanned::computeNs)
                .containsExactly(
                        tuple("embedding", "forward", 0, 100L),
                        tuple("embedding", "input gradient", 4, 10L),
                        tuple("embedding", "weight gradient", 5, 1L),
                        tuple("expert", "forward", 1, 200L),
                        tuple("expert", "input gradient", 2, 200L),
                        tuple("expert", "weight gradient", 3, 289L));
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(
                        CollectivePlanned::collective,
                        CollectivePlanned::operation,
                        CollectivePlanned::bytesPerRank,
                        CollectivePlanned::launchFraction,
                        CollectivePlanned::stream)
                // 800 ns in all
                .containsExactly(
                        tuple(0, CollectiveOperation.ALL_REDUCE, 4_096L, 0.125, 0),
                        tuple(4, CollectiveOperation.ALL_REDUCE, 65_536L, 1.0, 1),
                        tuple(1, CollectiveOperation.ALL_TO_ALL, 8_192L, 0.375, 2),
                        tuple(2, CollectiveOperation.ALL_TO_ALL, 8_192L, 0.625, 2),
                        tuple(3, CollectiveOperation.REDUCE_SCATTER, 1_024L, 0.98625, 3));
    }

    @Test
    void aicbRowsOfTheFirstStepAreThePlan() {
        ParsedInput parsed = ParsedInput.ofFixture(new AicbFormat(), "workload/replay.csv");
        assertThat(parsed.codes).containsExactly(RejectCode.BAD_VALUE);
        assertThat(parsed.all(ComputePlanned.class))
                .extracting(ComputePlanned::name)
                .containsExactly("forward.layer");
        assertThat(parsed.all(CollectivePlanned.class))
                .extracting(
                        CollectivePlanned::collective, CollectivePlanned::operation, CollectivePlanned::bytesPerRank)
                .containsExactly(
                        tuple(0, CollectiveOperation.ALL_REDUCE, 8_192L),
                        tuple(1, CollectiveOperation.SEND, 1_024L),
                        tuple(2, CollectiveOperation.ALL_GATHER, 2_048L));
    }

    @Test
    void aiobMeansAreComputing() {
        String text =
                "train_iter:10\nEmb:\n    time_gpu_max: 857\n    time_gpu_min: 782\n    time_gpu_avg: 799.5\nother\n";
        ParsedInput parsed = ParsedInput.of(new AiobFormat(), new TextInput("a.txt", text.getBytes(UTF_8)));
        assertThat(parsed.all(ComputePlanned.class))
                .extracting(ComputePlanned::name, ComputePlanned::computeNs)
                .containsExactly(tuple("Emb", 799_500L));
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void damageNeverThrows() {
        Mutations.damage(
                new ChakraFormat(),
                "workload/step.2.et",
                (input, parsed) -> assertThat(parsed.rejections).hasSizeLessThanOrEqualTo((int) parsed.records()));
        Mutations.damage(
                new LayerPlanFormat(),
                "workload/layers.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                new AicbFormat(),
                "workload/replay.csv",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
    }

    @Test
    void readsAllSamples() throws IOException {
        List<Path> files = Stream.of(
                        "aicb",
                        "astra-sim-text",
                        "chakra",
                        "chakra/allreduce-8npus-1MB",
                        "chakra/alltoall-4npus-1MB",
                        "chakra/custom-ring-allreduce-8npus")
                .flatMap(folder -> SharedSamples.files("workload/" + folder, "workload").stream())
                .toList();
        int read = 0;
        for (Path file : files) {
            Head head = Head.of(new TextInput("", plain(file)).open());
            for (Format format : FORMATS) {
                if (format.recognise(head) == Likeness.CERTAIN) {
                    ParsedInput parsed = ParsedInput.ofFile(format, file);
                    assertThat(parsed.events).as(file.toString()).isNotEmpty();
                    if (!file.toString().contains("test")) {
                        assertThat(parsed.rejections).as(file.toString()).isEmpty();
                    }
                    read++;
                }
            }
        }
        // The rest are tables of ratios and of models, and a schedule in XML.
        assertThat(read).isGreaterThanOrEqualTo(files.size() - 5);
    }

    private static byte[] plain(Path file) throws IOException {
        if (!SharedSamples.name(file).endsWith(".gz")) {
            return Files.readAllBytes(file);
        }
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }
}
