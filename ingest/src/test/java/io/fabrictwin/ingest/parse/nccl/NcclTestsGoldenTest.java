package io.fabrictwin.ingest.parse.nccl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Mutations;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.id.DeviceId;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NcclTestsGoldenTest {
    private static final NcclTestsFormat FORMAT = new NcclTestsFormat();

    @Test
    void rowsOfAllLayoutsAreRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/tests.txt");
        assertThat(parsed.all(BenchmarkMeasured.class))
                .extracting(
                        BenchmarkMeasured::operation,
                        BenchmarkMeasured::bytes,
                        BenchmarkMeasured::rankCount,
                        BenchmarkMeasured::inPlace,
                        BenchmarkMeasured::timeNs,
                        BenchmarkMeasured::wrong)
                .containsExactly(
                        tuple(CollectiveOperation.ALL_TO_ALL, 0L, 2, false, 56_050L, 0L),
                        tuple(CollectiveOperation.ALL_TO_ALL, 0L, 2, true, 47_290L, null),
                        tuple(CollectiveOperation.ALL_TO_ALL, 1L << 30, 2, false, 16_035_000L, 0L),
                        tuple(CollectiveOperation.ALL_TO_ALL, 1L << 30, 2, true, 16_110_000L, null),
                        tuple(CollectiveOperation.ALL_REDUCE, 1024L, null, false, 35_200L, null),
                        // The time has two digits, the bandwidth has as many and no exponent.
                        tuple(CollectiveOperation.ALL_REDUCE, 1L << 33, null, false, 15_907_286_281L, null),
                        tuple(CollectiveOperation.ALL_REDUCE, 1L << 33, null, true, 34_050L, 0L));
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED);
        assertThat(parsed.rejections.get(0)).startsWith("line 22: ");
    }

    @Test
    void bandwidthIsOfSizeAndTime() {
        BenchmarkMeasured row = ParsedInput.ofFixture(FORMAT, "nccl/tests.txt")
                .all(BenchmarkMeasured.class)
                .get(2);
        assertThat(row.algorithmBytesPerSecond()).isEqualTo((1L << 30) / 16_035e-6);
        assertThat(row.busBytesPerSecond()).isCloseTo((1L << 30) / 16_035e-6 * 33.48 / 66.96, within(1e3));
        BenchmarkMeasured empty = ParsedInput.ofFixture(FORMAT, "nccl/tests.txt")
                .all(BenchmarkMeasured.class)
                .get(0);
        assertThat(empty.algorithmBytesPerSecond()).isNull();
        assertThat(empty.busBytesPerSecond()).isNull();
    }

    @Test
    void ranksAndFailuresAreRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/tests.txt");
        assertThat(parsed.all(RankPlaced.class))
                .extracting(RankPlaced::rank, RankPlaced::host, RankPlaced::gpu)
                .containsExactly(
                        tuple(0, new DeviceId("node01"), "0000:33:00.0"), tuple(1, new DeviceId("node02"), "3"));
        assertThat(parsed.all(JobStarted.class))
                .extracting(JobStarted::rankCount)
                .containsExactly(2);
        assertThat(parsed.all(CommunicationFailed.class))
                .extracting(CommunicationFailed::host, CommunicationFailed::kind, CommunicationFailed::message)
                .containsExactly(tuple(
                        new DeviceId("node016"),
                        "benchmark-failure",
                        "alltoall.cu: remote process exited or there was a network error /"));
    }

    @Test
    void jsonOfARunIsRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/tests.json");
        assertThat(parsed.all(BenchmarkMeasured.class))
                .extracting(
                        BenchmarkMeasured::operation,
                        BenchmarkMeasured::rankCount,
                        BenchmarkMeasured::inPlace,
                        BenchmarkMeasured::timeNs,
                        BenchmarkMeasured::busBytesPerSecond,
                        BenchmarkMeasured::wrong)
                .containsExactly(
                        tuple(CollectiveOperation.ALL_TO_ALL, 2, false, 33_500L, 0.12e9, 0L),
                        tuple(CollectiveOperation.ALL_TO_ALL, 2, true, 30_000L, 0.14e9, null));
        assertThat(parsed.all(RankPlaced.class)).extracting(RankPlaced::gpu).containsExactly("0000:1b:00.0", "0");
        assertThat(parsed.all(JobStarted.class)).extracting(JobStarted::library).containsExactly("NCCL 2.29.2");
        // 2026-01-05T10:00Z
        assertThat(parsed.events.get(0).meta().eventTimeNs()).isEqualTo(1_767_607_200_000_000_000L);
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
    }

    @Test
    void jsonRowsAreRead() {
        String row = "{\"#wrong\":\"0\",\"algBw\":0.053,\"busBw\":0.08,\"gpus\":4,\"inPlace\":1,\"name\":\"AllReduce\","
                + "\"size\":1024,\"time\":19.2,\"type\":\"float\"}\n";
        for (String text : new String[] {row + row, "[" + row + "," + row + "]"}) {
            ParsedInput parsed = ParsedInput.of(FORMAT, new TextInput("rows.json", text.getBytes(UTF_8)));
            assertThat(parsed.accepted).isEqualTo(2);
            assertThat(parsed.all(BenchmarkMeasured.class))
                    .allMatch(measured -> measured.inPlace() && Long.valueOf(0).equals(measured.wrong()));
        }
    }

    @Test
    void aTableIsRecognisedByItsHeaderAndLessByItsRows() throws IOException {
        assertThat(likeness("[1,0]<stdout>:# nThread 1 nGpus 1 minBytes 8 maxBytes 8 step: 2(factor)\n"))
                .isEqualTo(Likeness.CERTAIN);
        assertThat(likeness("# nThread 1 nGpus 1 minBytes 8\nn:1:2 [0] NCCL INFO Connected all rings\n"))
                .isEqualTo(Likeness.LIKELY);
        assertThat(likeness(
                        "[0]  1048576  262144  float  sum  -1[0]  1626.5  0.64  1.24  0[0]  2302.3  0.46  0.87  0\n"))
                .isEqualTo(Likeness.LIKELY);
        assertThat(likeness("1024 256 float nothing of the kind 3.5 4\n")).isEqualTo(Likeness.NONE);
    }

    @Test
    void damageIsAccountedFor() {
        Mutations.damage(
                FORMAT,
                "nccl/tests.txt",
                (input, parsed) -> assertThat(parsed.records()).isEqualTo(ParsedInput.lines(input)));
        Mutations.damage(
                FORMAT,
                "nccl/tests.json",
                (input, parsed) -> assertThat(parsed.records()).isPositive());
    }

    private static Likeness likeness(String text) throws IOException {
        return FORMAT.recognise(Head.of(new ByteArrayInputStream(text.getBytes(UTF_8))));
    }
}
