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
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KinetoGoldenTest {
    private static final KinetoFormat FORMAT = new KinetoFormat();
    private static final String FIXTURE = "torch/kineto/trace-rank2.json";
    private static final long BASE_NS = 1_760_000_000_000_000_000L;

    @Test
    void collectivesTellWhatTheyAreInThreeWays() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, FIXTURE);
        assertThat(parsed.rejections).isEmpty();
        // 13 events and the trace itself
        assertThat(parsed.records()).isEqualTo(14);
        assertThat(parsed.ignored).isEqualTo(7);
        List<CollectiveMeasured> measured = parsed.all(CollectiveMeasured.class);
        assertThat(measured)
                .extracting(
                        CollectiveMeasured::communicator,
                        CollectiveMeasured::operation,
                        CollectiveMeasured::sequence,
                        CollectiveMeasured::bytes,
                        CollectiveMeasured::startNs,
                        CollectiveMeasured::durationNs)
                .containsExactly(
                        tuple("5", CollectiveOperation.REDUCE_SCATTER, 77L, 8_192L, BASE_NS + 3_000_125, 50_500L),
                        tuple("0", CollectiveOperation.ALL_REDUCE, 1L, 800L, BASE_NS + 9_000_000, 10_000L),
                        tuple("0", CollectiveOperation.ALL_REDUCE, 0L, 400L, BASE_NS + 8_000_000, 20_000L),
                        tuple(null, CollectiveOperation.ALL_TO_ALL, 0L, 1_024L, BASE_NS + 9_600_000, 70_000L));
        assertThat(measured).extracting(CollectiveMeasured::rank).containsOnly(2);
        assertThat(measured).extracting(CollectiveMeasured::job).containsOnly(new JobId("trace"));
        assertThat(measured.get(0).meta().clock()).isEqualTo(Clock.SOURCE);
    }

    @Test
    void stepsAndTheJobAreRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, FIXTURE);
        assertThat(parsed.all(StepMeasured.class))
                .extracting(
                        StepMeasured::step,
                        StepMeasured::stepTimeNs,
                        step -> step.meta().eventTimeNs())
                .containsExactly(tuple(12L, 250_000_250L, BASE_NS + 251_000_750));
        assertThat(parsed.all(JobStarted.class))
                .extracting(JobStarted::rankCount, JobStarted::library)
                .containsExactly(tuple(4, "NCCL 2.27.5"));
    }

    @Test
    void aTraceThatIsCutOffKeepsWhatIsWhole() {
        byte[] whole = ParsedInput.fixture(FIXTURE);
        // within the events; the base of times at the end is lost, so that no time is a wall clock's
        ParsedInput parsed =
                ParsedInput.of(FORMAT, new TextInput("trace-rank2.json", Arrays.copyOf(whole, whole.length - 900)));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.all(CollectiveMeasured.class))
                .isNotEmpty()
                .allMatch(collective -> collective.startNs() == null)
                .allMatch(collective -> collective.meta().clock() == Clock.ASSUMED);
    }

    @Test
    void aBareListOfEventsIsATraceToo() throws IOException {
        String trace = "[{\"ph\":\"X\",\"cat\":\"user_annotation\",\"name\":\"ProfilerStep#3\",\"ts\":1760000000000000,"
                + "\"dur\":5,\"args\":{\"External id\":1}}]";
        TextInput input = new TextInput("trace.json", trace.getBytes(UTF_8));
        assertThat(FORMAT.recognise(Head.of(input.open()))).isEqualTo(Likeness.CERTAIN);
        assertThat(ParsedInput.of(FORMAT, input).all(StepMeasured.class))
                .extracting(step -> step.meta().eventTimeNs())
                .containsExactly(1_760_000_000_000_005_000L);
    }

    @Test
    void damageNeverThrows() {
        Mutations.damage(
                FORMAT, FIXTURE, (input, parsed) -> assertThat(parsed.records()).isPositive());
    }

    @Test
    void allRanksOfAStepCountTheSameCollectives() {
        Map<String, List<Long>> bytesByCollective = new TreeMap<>();
        List<Path> files = SharedSamples.files("workload/kineto/dlrm-8ranks-step12", "torch/kineto");
        for (Path file : files) {
            for (CollectiveMeasured collective :
                    ParsedInput.ofFile(FORMAT, file).all(CollectiveMeasured.class)) {
                bytesByCollective
                        .computeIfAbsent(
                                collective.operation() + " " + collective.sequence() + " " + collective.communicator(),
                                name -> new ArrayList<>())
                        .add(collective.bytes());
            }
        }
        assertThat(bytesByCollective).isNotEmpty();
        bytesByCollective.forEach((name, bytes) -> {
            assertThat(bytes).as(name).hasSameSizeAs(files);
            if (name.startsWith("ALL_REDUCE")) {
                assertThat(bytes.stream().distinct()).as(name).hasSize(1);
            }
        });
    }

    @Test
    void readsAllSamples() {
        Stream.of("", "/dlrm-8ranks-step12")
                .flatMap(folder -> SharedSamples.files("workload/kineto" + folder, "torch/kineto").stream())
                .forEach(file -> {
                    ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
                    assertThat(parsed.rejections).as(file.toString()).isEmpty();
                    assertThat(parsed.all(CollectiveMeasured.class))
                            .as(file.toString())
                            .isNotEmpty();
                });
    }
}
