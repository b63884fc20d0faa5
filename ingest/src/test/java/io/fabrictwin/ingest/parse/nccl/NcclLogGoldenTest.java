package io.fabrictwin.ingest.parse.nccl;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.SharedSamples;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NcclLogGoldenTest {
    private static final NcclLogFormat FORMAT = new NcclLogFormat();
    private static final DeviceId NODE01 = new DeviceId("node01");
    private static final DeviceId NODE02 = new DeviceId("node02");

    /** ranks joined, channels, NICs, settings, collectives, failures, rejected lines of files that are known by name. */
    private static final Map<String, long[]> KNOWN = Map.ofEntries(
            entry("3090x32-coll-tuning-nccl2.12.12-interleaved.log", new long[] {0, 0, 0, 0, 3008, 0, 0}),
            entry("a100x16-efa-mpirun-prefix-nccl-tests.log", new long[] {16, 320, 0, 0, 0, 0, 0}),
            entry("a100x64-ib-nccl2.12.10-mlperf-bert.log", new long[] {192, 9376, 512, 320, 0, 72, 0}),
            entry("b200x16-roce-ib-mixed-nccl2.27.7-mlperf-llama2-lora.log", new long[] {96, 4864, 192, 64, 0, 0, 0}),
            entry("h100x48-ib-sharp-nccl2.18.5-mlperf-bert.log", new long[] {144, 11016, 384, 144, 0, 0, 0}),
            entry("mi325x16-roce-dualport-rccl-mlperf-llama2-lora.log", new long[] {56, 5487, 64, 40, 0, 56, 0}),
            entry("v100x64-opa-nccl2.7.8-megatron-gpt2.out", new long[] {400, 3832, 256, 0, 0, 0, 0}),
            entry("h20x4-roce-bond-alltoall-init-pxn-nccl2.26.5.log", new long[] {4, 11, 8, 8, 0, 0, 0}),
            entry("nccl-1405-ib-status12-ipv6-gids.log", new long[] {0, 0, 0, 0, 0, 3, 0}),
            entry("litllama-380-port-error-inside-training-steps.log", new long[] {0, 0, 0, 0, 0, 9, 0}),
            entry("msswift-3934-torn-interleaved-lines.log", new long[] {0, 4, 0, 0, 0, 0, 1}),
            entry("roce-status4-coll-tuning-nccl2.27.5.log", new long[] {2, 0, 2, 2, 4, 1, 0}));

    @Test
    void countsWhatALogTells() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/job.log");
        assertThat(parsed.counts())
                .containsOnly(
                        entry("ChannelConnected", 5L),
                        entry("CollectiveLaunched", 2L),
                        entry("CommunicationFailed", 4L),
                        entry("CommunicatorInitialized", 4L),
                        entry("JobStarted", 2L),
                        entry("JobTuned", 2L),
                        entry("NicSelected", 2L));
        assertThat(parsed.ignored).isEqualTo(5);
        assertThat(parsed.accepted).isEqualTo(27);
        assertThat(parsed.codes)
                .containsExactly(
                        RejectCode.BAD_VALUE, RejectCode.MALFORMED, RejectCode.MALFORMED, RejectCode.TRUNCATED);
        assertThat(parsed.all(JobStarted.class).get(0).job()).isEqualTo(new JobId("job"));
        assertThat(parsed.all(JobStarted.class).get(0).library()).isEqualTo("NCCL 2.18.5+cuda12.2");
    }

    @Test
    void ranksAreJoinedByTheSharedIdentity() {
        assertThat(ParsedInput.ofFixture(FORMAT, "nccl/job.log").all(CommunicatorInitialized.class))
                .extracting(
                        CommunicatorInitialized::communicator,
                        CommunicatorInitialized::rank,
                        CommunicatorInitialized::rankCount,
                        CommunicatorInitialized::host,
                        CommunicatorInitialized::gpu)
                .containsExactly(
                        tuple("0xc0ffee", 0, 2, NODE01, "18000"),
                        tuple("0xc0ffee", 1, 2, NODE02, "3a000"),
                        // No identity is printed, and the second cannot be in the first's: its rank is taken.
                        tuple("4-ranks-0", 0, 4, NODE01, "8a000"),
                        tuple("4-ranks-1", 0, 4, NODE02, "8a000"));
    }

    @Test
    void channelsTellTransportAndNic() {
        assertThat(ParsedInput.ofFixture(FORMAT, "nccl/job.log").all(ChannelConnected.class))
                .extracting(
                        ChannelConnected::communicator,
                        ChannelConnected::channel,
                        ChannelConnected::fromRank,
                        ChannelConnected::toRank,
                        ChannelConnected::transport,
                        ChannelConnected::nicIndex,
                        ChannelConnected::gpuDirect,
                        ChannelConnected::host)
                .containsExactly(
                        tuple("0xc0ffee", 0, 1, 0, "NET/IBext", 0, true, NODE01),
                        tuple("0xc0ffee", 1, 0, 1, "NET/AWS Libfabric", 1, false, NODE01),
                        tuple("0xc0ffee", 1, 0, 1, "P2P/IPC/read", null, null, NODE01),
                        tuple("0xc0ffee", 0, 1, 0, "NET/IB", 3, false, NODE02),
                        tuple("4-ranks-1", 0, 3, 0, "NET/IB", 3, false, NODE02));
    }

    @Test
    void nicsSettingsAndCollectivesAreRead() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/job.log");
        assertThat(parsed.all(NicSelected.class))
                .extracting(
                        NicSelected::host,
                        NicSelected::nicIndex,
                        NicSelected::nic,
                        NicSelected::nicPort,
                        NicSelected::linkLayer)
                .containsExactly(tuple(NODE01, 0, "mlx5_0", 1, "IB"), tuple(NODE01, 1, "mlx5_1", 1, "RoCE"));
        assertThat(parsed.all(JobTuned.class))
                .extracting(JobTuned::setting, JobTuned::value, JobTuned::queuePairsPerConnection)
                .containsExactly(
                        tuple("NCCL_IB_QPS_PER_CONNECTION", "4", 4), tuple("NCCL_IB_HCA", "mlx5_0,mlx5_1", null));
        assertThat(parsed.all(CollectiveLaunched.class))
                .extracting(
                        CollectiveLaunched::communicator,
                        CollectiveLaunched::rank,
                        CollectiveLaunched::launchCount,
                        CollectiveLaunched::operation,
                        CollectiveLaunched::bytes)
                .containsExactly(
                        // 0x1a; 64 floats
                        tuple("0xc0ffee", 0, 26L, CollectiveOperation.ALL_REDUCE, 256L),
                        // 10 bfloat16
                        tuple(null, null, 27L, CollectiveOperation.REDUCE_SCATTER, 20L));
    }

    @Test
    void failuresTellWhoWhatAndWhen() {
        List<CommunicationFailed> failures =
                ParsedInput.ofFixture(FORMAT, "nccl/job.log").all(CommunicationFailed.class);
        assertThat(failures)
                .extracting(
                        CommunicationFailed::host,
                        CommunicationFailed::kind,
                        CommunicationFailed::status,
                        CommunicationFailed::peer,
                        CommunicationFailed::rank)
                .containsExactly(
                        tuple(NODE01, "completion-error", 12, "192.0.2.9", null),
                        tuple(NODE02, "completion-error", 5, "node01", null),
                        tuple(NODE02, "async-event", null, null, null),
                        tuple(new DeviceId("unknown"), "watchdog-timeout", null, null, 3));
        assertThat(failures)
                .extracting(
                        failure -> failure.meta().eventTimeNs(),
                        failure -> failure.meta().clock())
                .containsExactly(
                        // the container's UTC, not the library's local time
                        tuple(1_714_979_289_123_456_789L, Clock.SOURCE),
                        tuple(1_714_979_290_000_000_000L, Clock.SOURCE),
                        tuple(TextInput.ANCHOR_NS, Clock.ASSUMED),
                        // 6 May of the year before the anchor of June 2025 comes last
                        tuple(1_746_497_228_408_271_257L, Clock.SOURCE));
        assertThat(failures.get(2).message()).isEqualTo("NET/IB : mlx5_1:1 Got async event : port error");
    }

    @Test
    void severalPortsUsedAsOneNicAreOne() {
        ParsedInput parsed = parse("n:1:2 [0] NCCL INFO NET/IB : Using [0]={[0] rocep1:1/RoCE, [1] rocep2:1/RoCE} "
                + "[1]={[2] rocep3:1/RoCE, [3] ro\n");
        assertThat(parsed.all(NicSelected.class))
                .extracting(NicSelected::nicIndex, NicSelected::nic)
                .containsExactly(tuple(0, "rocep1+rocep2"));
    }

    @Test
    void launchersMarksAndOldFormsAreNoObstacle() {
        ParsedInput parsed = parse("""
                [default0]:ip-10-0-0-1:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA(PCI)
                (Worker pid=1, ip=192.0.2.4) NCCL version 2.21.5+cuda12.4
                worker-0: worker-0:1:2 [3] NCCL INFO comm 0xa rank 3 nranks 8 cudaDev 3 nvmlDev 3 - Init COMPLETE
                [1,0]<stderr>:node:1:2 [-1] /src/init.cc:55 NCCL WARN Cuda failure 'out of memory'
                2025-01-02T03:04:05.5+02:00 node:1:2 [0] NCCL INFO NCCL_PROTO set by environment to LL.
                """);
        assertThat(parsed.rejections).isEmpty();
        ChannelConnected channel = parsed.all(ChannelConnected.class).get(0);
        assertThat(channel.host()).isEqualTo(new DeviceId("ip-10-0-0-1"));
        assertThat(channel.nicIndex()).isZero();
        assertThat(channel.gpuDirect()).isTrue();
        assertThat(parsed.all(JobStarted.class))
                .extracting(JobStarted::library)
                .containsExactly("NCCL 2.21.5+cuda12.4");
        assertThat(parsed.all(CommunicatorInitialized.class))
                .extracting(CommunicatorInitialized::host, CommunicatorInitialized::gpu)
                .containsExactly(tuple(new DeviceId("worker-0"), "3"));
        assertThat(parsed.all(CommunicationFailed.class))
                .extracting(CommunicationFailed::kind)
                .containsExactly("gpu-error");
        // 2025-01-02T01:04:05.5Z
        assertThat(parsed.all(JobTuned.class).get(0).meta().eventTimeNs()).isEqualTo(1_735_779_845_500_000_000L);
    }

    @Test
    void readsAllSamples() {
        for (String folder : List.of("workload/nccl-log", "workload/nccl-errors", "workload/nccl-tests")) {
            for (Path file : SharedSamples.files(folder, "nccl")) {
                String name = SharedSamples.name(file);
                ParsedInput parsed = ParsedInput.ofFile(FORMAT, file);
                assertThat(parsed.records()).as(name).isPositive();
                long[] known = KNOWN.get(name);
                if (known != null) {
                    assertThat(new long[] {
                                parsed.all(CommunicatorInitialized.class).size(),
                                parsed.all(ChannelConnected.class).size(),
                                parsed.all(NicSelected.class).size(),
                                parsed.all(JobTuned.class).size(),
                                parsed.all(CollectiveLaunched.class).size(),
                                parsed.all(CommunicationFailed.class).size(),
                                parsed.rejections.size()
                            })
                            .as(name)
                            .containsExactly(known);
                }
            }
        }
    }

    private static ParsedInput parse(String text) {
        Input input = new TextInput("job.log", text.getBytes(StandardCharsets.UTF_8));
        return ParsedInput.of(FORMAT, input);
    }
}
