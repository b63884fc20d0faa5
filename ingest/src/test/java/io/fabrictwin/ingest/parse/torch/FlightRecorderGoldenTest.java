package io.fabrictwin.ingest.parse.torch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
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
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.id.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlightRecorderGoldenTest {
    private static final FlightRecorderFormat FORMAT = new FlightRecorderFormat();
    private static final long START_NS = 1_760_000_000_000_000_000L;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch/recorder/trace_rank_2",
                "torch/recorder/trace_rank_2_protocol4",
                "torch/recorder/trace_rank_2.json"
            })
    void readsPicklesAndJsonAlike(String fixture) throws IOException {
        assertThat(FORMAT.recognise(Head.of(new TextInput(fixture, ParsedInput.fixture(fixture)).open())))
                .isEqualTo(Likeness.CERTAIN);
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, fixture);
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.counts())
                .containsOnly(
                        entry("CollectiveMeasured", 4L),
                        entry("CommunicatorProgressObserved", 3L),
                        entry("JobStarted", 1L));
        assertThat(parsed.records()).isEqualTo(1 + 3 + 3 + 6);
        JobStarted started = parsed.all(JobStarted.class).get(0);
        assertThat(started.rankCount()).isEqualTo(4);
        assertThat(started.library()).isEqualTo("NCCL 2.27.5");
    }

    @Test
    void theRankIsWhatItsGroupsHaveInCommon() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "torch/recorder/trace_rank_2.json");
        assertThat(parsed.all(CommunicatorProgressObserved.class))
                .extracting(
                        CommunicatorProgressObserved::communicator,
                        CommunicatorProgressObserved::rank,
                        CommunicatorProgressObserved::enqueued,
                        CommunicatorProgressObserved::started,
                        CommunicatorProgressObserved::completed)
                .containsExactly(
                        tuple("0", 2, 9L, 9L, 9L),
                        tuple("7", 2, 41L, null, 40L),
                        // -1 is "not known"
                        tuple("11", 2, 17L, null, null));
        assertThat(parsed.all(CommunicatorProgressObserved.class))
                .extracting(progress -> progress.meta().eventTimeNs())
                // the newest time in the dump
                .containsOnly(START_NS + 9_000_000);
    }

    @Test
    void collectivesTellBytesSequenceAndTime() {
        List<CollectiveMeasured> measured =
                ParsedInput.ofFixture(FORMAT, "torch/recorder/trace_rank_2").all(CollectiveMeasured.class);
        assertThat(measured)
                .extracting(
                        CollectiveMeasured::communicator,
                        CollectiveMeasured::operation,
                        CollectiveMeasured::sequence,
                        CollectiveMeasured::bytes,
                        CollectiveMeasured::startNs,
                        CollectiveMeasured::durationNs)
                .containsExactly(
                        tuple("0", CollectiveOperation.ALL_REDUCE, 9L, 16_384L, START_NS + 2_000_000, 1_500_000L),
                        tuple("11", CollectiveOperation.ALL_GATHER, 16L, 4_096L, null, null),
                        tuple("7", CollectiveOperation.RECEIVE, 41L, 16L, null, null),
                        tuple("11", CollectiveOperation.ALL_TO_ALL, 17L, 0L, null, null));
        assertThat(measured.get(3).meta().eventTimeNs()).isEqualTo(START_NS + 5_000_000);
        assertThat(measured.get(3).meta().clock()).isEqualTo(Clock.SOURCE);
        assertThat(measured).extracting(CollectiveMeasured::job).containsOnly(new JobId("trace"));
    }

    @Test
    void aDumpThatIsCutOffKeepsWhatIsWhole() {
        byte[] whole = ParsedInput.fixture("torch/recorder/trace_rank_2");
        // in the middle of the last remembered collective
        ParsedInput parsed =
                ParsedInput.of(FORMAT, new TextInput("trace_rank_2", Arrays.copyOf(whole, whole.length - 60)));
        assertThat(parsed.codes).containsExactly(RejectCode.TRUNCATED);
        assertThat(parsed.counts())
                .containsOnly(
                        entry("CollectiveMeasured", 3L),
                        entry("CommunicatorProgressObserved", 3L),
                        entry("JobStarted", 1L));
    }

    @Test
    void aPickleThatMakesObjectsIsRefused() {
        byte[] evil = "\u0080\u0002}q\u0000(U\u000eprofiling_namecos\nsystem\nU\u0002lsq\u0001\u0085R."
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("dump", evil));
        assertThat(parsed.events).isEmpty();
        assertThat(parsed.rejections).singleElement().asString().contains("0x63", "only dictionaries");
    }

    @Test
    void theNameTellsTheRankOnlyWhereTheContentDoesNot() {
        String dump = "{\"version\":\"2.3\",\"pg_config\":{\"0\":{\"ranks\":\"[0, 1]\"}},\"pg_status\":{\"0\":"
                + "{\"last_enqueued_collective\":2}},\"entries\":[]}";
        assertThat(progress("nccl_trace_rank_1", dump)).containsExactly(1);
        // no member of the group
        assertThat(progress("nccl_trace_rank_7", dump)).isEmpty();
        assertThat(progress("nccl_trace_rank_1", dump.replace("[0, 1]", "[3]"))).containsExactly(3);
        String placed = "{\"rank\":1,\"host_name\":\"node07\"," + dump.substring(1);
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("x.json", placed.getBytes(UTF_8)));
        assertThat(parsed.all(CommunicatorInitialized.class))
                .extracting(
                        CommunicatorInitialized::rank, joined -> joined.host().value())
                .containsExactly(tuple(1, "node07"));
    }

    @Test
    void theOldestVersionIsAList() {
        String dump = "[{\"seq_id\":5,\"pg_id\":0,\"profiling_name\":\"nccl:all_reduce\",\"input_sizes\":[[2]],"
                + "\"input_dtypes\":[\"Float\"],\"state\":\"scheduled\"}, 7]";
        ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("dump_3", dump.getBytes(UTF_8)));
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(parsed.records()).isEqualTo(3);
    }

    @Test
    void damageNeverThrows() {
        for (String fixture : List.of("torch/recorder/trace_rank_2", "torch/recorder/trace_rank_2.json")) {
            Mutations.damage(
                    FORMAT,
                    fixture,
                    (input, parsed) -> assertThat(parsed.records()).isPositive());
        }
    }

    @Test
    void namesWhoWasMissingInRealHangs() {
        // group, and who lags behind its other members
        Map<String, String> expected = Map.of("gpu_error_1st", "74 [12]", "lock_gil_1st", "72 [9, 14]");
        for (Map.Entry<String, String> hang : expected.entrySet()) {
            List<Path> files =
                    SharedSamples.files("workload/flight-recorder/" + hang.getKey(), "torch/recorder").stream()
                            .filter(file -> SharedSamples.name(file).contains("dump_"))
                            .toList();
            Map<String, Map<Integer, Long>> enqueued = new TreeMap<>();
            for (Path file : files) {
                ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
                assertThat(parsed.rejections).isEmpty();
                for (CommunicatorProgressObserved progress : parsed.all(CommunicatorProgressObserved.class)) {
                    enqueued.computeIfAbsent(progress.communicator(), group -> new TreeMap<>())
                            .put(progress.rank(), progress.enqueued());
                }
            }
            if (!files.isEmpty()) {
                assertThat(laggards(enqueued)).as(hang.getKey()).contains(hang.getValue());
            }
        }
    }

    @Test
    void readsAllSamples() throws IOException {
        Stream<Path> files = Stream.of("", "/gpu_error_1st", "/gpu_error_1st-json", "/lock_gil_1st")
                .flatMap(folder -> SharedSamples.files("workload/flight-recorder" + folder, "torch/recorder").stream())
                .filter(file -> !SharedSamples.name(file).startsWith("SOURCES"));
        for (Path file : files.toList()) {
            ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
            assertThat(parsed.rejections).as(file.toString()).isEmpty();
            assertThat(parsed.events).as(file.toString()).isNotEmpty();
        }
    }

    private static List<String> laggards(Map<String, Map<Integer, Long>> enqueued) {
        return enqueued.entrySet().stream()
                .map(group -> {
                    long most = group.getValue().values().stream()
                            .mapToLong(Long::longValue)
                            .max()
                            .orElse(0);
                    TreeSet<Integer> behind = new TreeSet<>();
                    group.getValue().forEach((rank, count) -> {
                        if (count < most) {
                            behind.add(rank);
                        }
                    });
                    return group.getKey() + " " + behind;
                })
                .toList();
    }

    private static List<Integer> progress(String name, String dump) {
        return ParsedInput.of(FORMAT, new TextInput(name, dump.getBytes(UTF_8)))
                .all(CommunicatorProgressObserved.class)
                .stream()
                .map(CommunicatorProgressObserved::rank)
                .toList();
    }
}
