package io.fabrictwin.ingest.parse.nccl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.nccl.inspector.NcclInspectorFormat;
import io.fabrictwin.ingest.parse.nccl.profiler.NcclProfilerFormat;
import io.fabrictwin.ingest.parse.nccl.ras.NcclRasFormat;
import io.fabrictwin.ingest.parse.nccl.tuner.MscclXmlFormat;
import io.fabrictwin.ingest.parse.nccl.tuner.NcclTunerFormat;
import io.fabrictwin.ingest.parse.placement.PlacementCsvFormat;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorHealthObserved;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.ScheduleDeclared;
import io.fabrictwin.model.event.TuningRuleDeclared;
import io.fabrictwin.model.id.DeviceId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands beside the library's log: its health service, its plugins' files, and the tables of operators. */
class NcclRelativesGoldenTest {
    /** 2026-01-05T10:00Z. */
    private static final long TEN_NS = 1_767_607_200_000_000_000L;

    @Test
    void aReportTellsWhoIsMissingAndWhoLags() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclRasFormat(), "nccl-ras/report.txt");
        assertThat(parsed.rejections).isEmpty();
        assertThat(parsed.all(CommunicatorHealthObserved.class))
                .extracting(
                        CommunicatorHealthObserved::communicator,
                        CommunicatorHealthObserved::rankCount,
                        CommunicatorHealthObserved::status,
                        CommunicatorHealthObserved::error,
                        CommunicatorHealthObserved::missingRanks)
                .containsExactly(
                        tuple("group 0", 8, "RUNNING", "MISMATCH", List.of()),
                        tuple("group 1", 4, "INIT", "INCOMPLETE", List.of()),
                        tuple("0xf1", 4, "INIT", "INCOMPLETE", List.of()),
                        tuple("0xf1", 4, "INIT", "INCOMPLETE", List.of(3)),
                        tuple("0xfa93daea854b060b", 8, "RUNNING", "MISMATCH", List.of()));
        assertThat(parsed.all(CommunicatorProgressObserved.class))
                .extracting(
                        CommunicatorProgressObserved::rank,
                        CommunicatorProgressObserved::host,
                        CommunicatorProgressObserved::operation,
                        CommunicatorProgressObserved::enqueued)
                .containsExactly(
                        tuple(1, new DeviceId("192.0.2.12"), "AllGather", 641L),
                        tuple(5, new DeviceId("192.0.2.13"), "AllGather", 641L));
        assertThat(parsed.all(CommunicationFailed.class))
                .extracting(
                        CommunicationFailed::kind,
                        CommunicationFailed::peer,
                        f -> f.meta().eventTimeNs() == TEN_NS)
                .containsExactly(tuple("peer-silent", "192.0.2.13", false), tuple("peer-dead", "192.0.2.12", true));
        assertThat(parsed.all(JobStarted.class))
                .extracting(JobStarted::rankCount, JobStarted::library)
                .containsExactly(tuple(null, "NCCL 2.26.2"), tuple(8, null));
    }

    @Test
    void aReportInJsonTellsCountsOfEachRank() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclRasFormat(), "nccl-ras/status.json");
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD);
        assertThat(parsed.all(CommunicatorHealthObserved.class))
                .extracting(
                        CommunicatorHealthObserved::communicator,
                        CommunicatorHealthObserved::error,
                        CommunicatorHealthObserved::missingRanks)
                .containsExactly(tuple("0xae9", "INCOMPLETE", List.of(2)));
        assertThat(parsed.all(CommunicatorInitialized.class))
                .extracting(CommunicatorInitialized::rank, CommunicatorInitialized::gpu)
                .containsExactly(tuple(0, "4"), tuple(1, "0"), tuple(2, "1"));
        assertThat(parsed.all(CommunicatorProgressObserved.class))
                .extracting(CommunicatorProgressObserved::operation, CommunicatorProgressObserved::enqueued)
                .containsExactly(tuple("AllReduce", 7L), tuple("AllReduce", 6L));
        CommunicationFailed dead = parsed.all(CommunicationFailed.class).get(0);
        assertThat(dead.peer()).isEqualTo("192.0.2.3");
        assertThat(dead.meta().eventTimeNs()).isEqualTo(TEN_NS + 7_000_000_000L);
    }

    @Test
    void aDumpTellsHowLongCollectivesTook() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclInspectorFormat(), "nccl-inspector/dump.jsonl");
        assertThat(parsed.all(CollectiveMeasured.class))
                .extracting(
                        CollectiveMeasured::communicator,
                        CollectiveMeasured::rank,
                        CollectiveMeasured::sequence,
                        CollectiveMeasured::operation,
                        CollectiveMeasured::bytes,
                        CollectiveMeasured::startNs,
                        CollectiveMeasured::durationNs,
                        CollectiveMeasured::algorithm,
                        CollectiveMeasured::channels)
                .containsExactly(
                        tuple("0x7f8c", 2, 14L, CollectiveOperation.ALL_REDUCE, 1024L, null, 61_500L, null, null),
                        // What was measured is the launch: it says nothing of the collective.
                        tuple(
                                "0x7f8c",
                                2,
                                3L,
                                CollectiveOperation.REDUCE_SCATTER,
                                2048L,
                                TEN_NS + 90_000,
                                null,
                                "Ring",
                                4),
                        tuple("0x7f8c", 2, 9L, CollectiveOperation.SEND, 64L, null, 5_000L, null, null));
        assertThat(parsed.events.get(0).meta().eventTimeNs()).isEqualTo(TEN_NS);
        assertThat(parsed.events.get(1).meta().eventTimeNs()).isEqualTo(TEN_NS + 140_000);
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD, RejectCode.MALFORMED);
        assertThat(parsed.ignored).isEqualTo(1);
    }

    @Test
    void aTraceTellsTimesByTheGpuAndWaits() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclProfilerFormat(), "nccl-profiler/trace.txt");
        assertThat(parsed.all(CollectiveMeasured.class))
                .extracting(
                        CollectiveMeasured::communicator,
                        CollectiveMeasured::sequence,
                        CollectiveMeasured::operation,
                        CollectiveMeasured::bytes,
                        CollectiveMeasured::startNs,
                        CollectiveMeasured::durationNs,
                        CollectiveMeasured::protocol)
                .containsExactly(
                        tuple(
                                "0xed394b3e6b8b755e",
                                5L,
                                CollectiveOperation.ALL_REDUCE,
                                1024L,
                                TEN_NS - 1_000,
                                10_000L,
                                "Simple"),
                        // A channel had not ended.
                        tuple("0xc", 0L, CollectiveOperation.RECEIVE, 4L, TEN_NS, null, null));
        RankGaugesObserved waits = parsed.all(RankGaugesObserved.class).get(0);
        assertThat(waits.rank()).isEqualTo(3);
        assertThat(waits.gauges().get("SendPeerWaitMicroseconds")).isCloseTo(12.5, within(1e-9));
        assertThat(parsed.codes).containsExactly(RejectCode.MISSING_FIELD, RejectCode.MALFORMED);
    }

    @Test
    void rulesAreReadAndBadOnesRefused() {
        ParsedInput parsed = ParsedInput.ofFixture(new NcclTunerFormat(), "nccl-tuner/rules.conf");
        assertThat(parsed.all(TuningRuleDeclared.class))
                .extracting(
                        TuningRuleDeclared::position,
                        TuningRuleDeclared::operation,
                        TuningRuleDeclared::maxBytes,
                        TuningRuleDeclared::algorithm,
                        TuningRuleDeclared::protocol,
                        TuningRuleDeclared::channels,
                        TuningRuleDeclared::nodeCount,
                        TuningRuleDeclared::rankCount)
                .containsExactly(
                        tuple(0, CollectiveOperation.ALL_REDUCE, 65_536L, "Tree", "Simple", 2, 1, null),
                        tuple(1, CollectiveOperation.ALL_GATHER, 4_294_967_295L, "NVLSTree", "LL128", null, 4, 32));
        assertThat(parsed.rejections)
                .containsExactly(
                        "line 5: BAD_VALUE: 'wrongtype' is no collective",
                        "line 6: BAD_VALUE: '128M' is no number in field 3",
                        "line 7: BAD_VALUE: 'badring' is no algorithm",
                        "line 8: MALFORMED: a rule has 8 to 10 fields, this line has 4");
    }

    @Test
    void aScheduleIsOneRecord() {
        ParsedInput parsed = ParsedInput.ofFixture(new MscclXmlFormat(), "msccl/alltoall.xml");
        assertThat(parsed.all(ScheduleDeclared.class))
                .extracting(
                        ScheduleDeclared::name,
                        ScheduleDeclared::operation,
                        ScheduleDeclared::protocol,
                        ScheduleDeclared::channels,
                        ScheduleDeclared::rankCount,
                        ScheduleDeclared::minBytes,
                        ScheduleDeclared::maxBytes,
                        ScheduleDeclared::stepCount)
                .containsExactly(tuple("two_level", CollectiveOperation.ALL_TO_ALL, "LL128", 2, 2, 1024L, null, 3));
    }

    @Test
    void serversArePlacedByTheHeader() {
        ParsedInput parsed = ParsedInput.ofFixture(new PlacementCsvFormat(), "placement/servers.csv");
        assertThat(parsed.all(PlacementDeclared.class))
                .extracting(PlacementDeclared::device, PlacementDeclared::level, PlacementDeclared::domain)
                .containsExactly(
                        tuple(new DeviceId("node01"), "Rack", "r1"),
                        tuple(new DeviceId("node01"), "leaf", "s1"),
                        tuple(new DeviceId("node,02"), "Rack", "r1"));
        assertThat(parsed.codes).containsExactly(RejectCode.MALFORMED, RejectCode.MALFORMED);
    }
}
