package io.fabrictwin.ingest.parse.nccl;

import static java.util.Map.entry;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.ParsedInput;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.TextInput;
import io.fabrictwin.model.event.AlgorithmChosen;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectiveTimedOut;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.event.TreePlanned;
import io.fabrictwin.model.event.TuningTableObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NcclLogGoldenTest {
    private static final NcclLogFormat FORMAT = new NcclLogFormat();
    private static final DeviceId NODE01 = new DeviceId("node01");
    private static final DeviceId NODE02 = new DeviceId("node02");

    @Test
    void countsWhatALogTells() {
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/job.log");
        assertThat(parsed.counts())
                .containsOnly(
                        entry("ChannelConnected", 5L),
                        entry("CollectiveLaunched", 2L),
                        entry("CollectiveTimedOut", 1L),
                        entry("CommunicationFailed", 3L),
                        entry("CommunicatorClosed", 1L),
                        entry("CommunicatorInitialized", 4L),
                        // the library, once, and the size of a communicator whenever it is the widest so far
                        entry("JobStarted", 3L),
                        entry("JobTuned", 3L),
                        entry("NameObserved", 2L),
                        entry("NicSelected", 2L),
                        entry("RingPlanned", 1L),
                        entry("TreePlanned", 2L));
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
                        tuple("0xc0ffee", 0, 2, NODE01, "0000:18:00.0"),
                        tuple("0xc0ffee", 1, 2, NODE02, "0000:3a:00.0"),
                        // No identity is printed, and the second cannot be in the first's: its rank is taken.
                        tuple("4-ranks-0", 0, 4, NODE01, "0000:8a:00.0"),
                        tuple("4-ranks-1", 0, 4, NODE02, "0000:8a:00.0"));
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
                        // This process names communicators only once they are complete: the next one is being made.
                        tuple(null, 0, 1, 0, "NET/IB", 3, false, NODE02),
                        tuple(null, 0, 3, 0, "NET/IB", 3, false, NODE02));
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
                        tuple("NCCL_IB_QPS_PER_CONNECTION", "4", 4),
                        tuple("NCCL_IB_HCA", "mlx5_0,mlx5_1", null),
                        tuple("network", "IB", null));
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
        ParsedInput parsed = ParsedInput.ofFixture(FORMAT, "nccl/job.log");
        List<CommunicationFailed> failures = parsed.all(CommunicationFailed.class);
        assertThat(failures)
                .extracting(
                        CommunicationFailed::host,
                        CommunicationFailed::kind,
                        CommunicationFailed::status,
                        CommunicationFailed::peer,
                        CommunicationFailed::rank,
                        CommunicationFailed::nic,
                        CommunicationFailed::vendorError,
                        CommunicationFailed::remoteAddress)
                .containsExactly(
                        tuple(NODE01, "completion-error", 12, "192.0.2.9", 0, "mlx5_0", 129, "fe80::2"),
                        tuple(NODE02, "completion-error", 5, "node01", 1, null, 249, null),
                        tuple(NODE02, "async-event", null, null, 1, "mlx5_1", null, null));
        assertThat(failures)
                .extracting(
                        failure -> failure.meta().eventTimeNs(),
                        failure -> failure.meta().clock())
                .containsExactly(
                        // the container's UTC, not the library's local time
                        tuple(1_714_979_289_123_456_789L, Clock.SOURCE),
                        tuple(1_714_979_290_000_000_000L, Clock.SOURCE),
                        tuple(TextInput.ANCHOR_NS, Clock.ASSUMED));
        assertThat(failures.get(2).message()).isEqualTo("NET/IB : mlx5_1:1 Got async event : port error");
        CollectiveTimedOut timeout = parsed.all(CollectiveTimedOut.class).get(0);
        assertThat(timeout.rank()).isEqualTo(3);
        assertThat(timeout.sequence()).isEqualTo(15);
        assertThat(timeout.timeoutNs()).isEqualTo(600_000_000_000L);
        // 6 May of the year before the anchor of June 2025 comes last
        assertThat(timeout.meta().eventTimeNs()).isEqualTo(1_746_497_228_408_271_257L);
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
                .containsExactly("NCCL 2.21.5+cuda12.4", null);
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
    void anEchoIsNoFailure() {
        ParsedInput parsed = parse("""
                n1:1:2 [0] t.cc:1 NCCL WARN NET/IB : Got completion from peer 192.0.2.9<1> with status=12 opcode=0 len=0 vendor err 129
                n1:1:2 [0] NCCL INFO transport/net.cc:1362 -> 6
                n1:1:2 [0] NCCL INFO bootstrap.cc:868 -> 6 [Progress Thread]
                n1:1:2 [0] t.cc:1 NCCL WARN NET/IB : Got completion from peer 192.0.2.9<1> with status=5 opcode=0 len=0 vendor err 249
                n2:1:2 [0] t.cc:1 NCCL WARN NET/IB : Got completion from peer 192.0.2.9<1> with status=5 opcode=0 len=0 vendor err 249
                n2:1:2 [0] t.cc:9 NCCL WARN Call to ibv_modify_qp failed with 110 Connection timed out, on dev mlx5_1:1, curr state INIT, next state RTR, local GID index 3, local GID ::ffff:192.0.2.1, remote GID ::ffff:192.0.2.7
                """);
        assertThat(parsed.all(CommunicationFailed.class))
                .extracting(
                        CommunicationFailed::host,
                        CommunicationFailed::kind,
                        CommunicationFailed::status,
                        CommunicationFailed::nic,
                        CommunicationFailed::remoteAddress)
                .containsExactly(
                        tuple(new DeviceId("n1"), "completion-error", 12, null, null),
                        tuple(new DeviceId("n2"), "completion-error", 5, null, null),
                        tuple(new DeviceId("n2"), "queue-pair-error", 110, "mlx5_1", "192.0.2.7"));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::port, NameObserved::scheme, NameObserved::name)
                .containsExactly(tuple(PortId.of("n2", "mlx5_1"), NameScheme.ADDRESS, "192.0.2.1"));
    }

    @Test
    void ringsAndTreesAreReadInBothForms() {
        String start = "n1:1:2 [0] NCCL INFO ncclCommInitRank comm 0xa rank 0 nranks 4 cudaDev 0 nvmlDev 0 busId 1b000 "
                + "commId 0xf - Init START\n";
        ParsedInput parsed = parse(start + """
                n1:1:2 [0] NCCL INFO Channel 00/02 : 0 3 2 1
                n1:1:2 [0] NCCL INFO Ring 00 : 1 -> 0 -> 3
                n1:1:2 [0] NCCL INFO Ring 01 : 1 -> 0 -> 2
                n1:1:2 [0] NCCL INFO Tree 0 : -1 -> 0 -> 2/3/-1
                n1:1:2 [0] NCCL INFO Trees [0] 2/3/-1->0->-1 [1] -1/-1/-1->0->3
                n9:1:2 [0] NCCL INFO Trees [0] -1/-1/-1->15->14|14->15->-1/-1/-1
                """);
        assertThat(parsed.all(RingPlanned.class))
                .extracting(RingPlanned::communicator, RingPlanned::channel, RingPlanned::ranks, RingPlanned::partial)
                .containsExactly(
                        tuple("0xf", 0, List.of(0, 3, 2, 1), false),
                        // of ring 0 all is known already
                        tuple("0xf", 1, List.of(1, 0, 2), true));
        assertThat(parsed.all(TreePlanned.class))
                .extracting(
                        TreePlanned::communicator,
                        TreePlanned::channel,
                        TreePlanned::rank,
                        TreePlanned::parent,
                        TreePlanned::children)
                .containsExactly(
                        tuple("0xf", 0, 0, null, List.of(2, 3)),
                        tuple("0xf", 0, 0, null, List.of(2, 3)),
                        tuple("0xf", 1, 0, 3, List.of()),
                        tuple(null, 0, 15, 14, List.of()));
    }

    @Test
    void whatTheLibraryCutsOffIsPartial() {
        StringBuilder ring = new StringBuilder("n1:1:2 [0] NCCL INFO Channel 00/02 :");
        for (int rank = 0; ring.length() < 1023; rank++) {
            ring.append("  ").append(rank);
        }
        RingPlanned planned =
                parse(ring.substring(0, 1023) + "\n").all(RingPlanned.class).get(0);
        assertThat(planned.partial()).isTrue();
        assertThat(planned.ranks()).startsWith(0, 1, 2).isSorted();
    }

    @Test
    void tuningIsReadFromTablesAndChoices() {
        ParsedInput parsed = parse("""
                n1:1:2 [0] NCCL INFO   Algorithm   |            Tree                  |            Ring                  |
                n1:1:2 [0] NCCL INFO   Protocol    |      LL |   LL128 |  Simple |      LL |   LL128 |  Simple |
                n1:1:2 [0] NCCL INFO  Max NThreads |     512 |     640 |     512 |     512 |     640 |     512 |
                n1:1:2 [0] NCCL INFO     Broadcast | 0.0/ 0.0 | 0.0/ 0.0 | 0.0/ 0.0 | 7.2/ 0.0 | 15.9/ 0.0 | 11.8/ 24.0 |
                n1:1:2 [0] NCCL INFO     AllReduce | 10.4/ 43.6 | 0.0/ 0.0 | 32.4/ 0.0 | 10.2/ 12.5 | 25.4/ 0.0 | 28.8/ 24.0 |
                n1:1:2 [0] NCCL INFO AllReduce: opCount 0 sendbuff 0x1 recvbuff 0x2 count 16 datatype 7 op 0 root 0 comm 0xa [nranks=2] stream 0x3
                n1:1:2 [0] NCCL INFO 64 Bytes -> Algo 1 proto 2 time 49.675526
                n1:1:2 [0] NCCL INFO AllGather: 4096 Bytes -> Algo NVLS_TREE proto SIMPLE channel{Lo..Hi}={0..15}
                """);
        assertThat(parsed.all(TuningTableObserved.class))
                .extracting(
                        TuningTableObserved::operation,
                        TuningTableObserved::latencyNs,
                        TuningTableObserved::bytesPerSecond)
                .containsExactly(
                        tuple(
                                CollectiveOperation.BROADCAST,
                                Map.of("Ring/Simple", 11_800.0),
                                Map.of("Ring/Simple", 24e9)),
                        tuple(
                                CollectiveOperation.ALL_REDUCE,
                                Map.of("Tree/LL", 10_400.0, "Ring/LL", 10_200.0, "Ring/Simple", 28_800.0),
                                Map.of("Tree/LL", 43.6e9, "Ring/LL", 12.5e9, "Ring/Simple", 24e9)));
        assertThat(parsed.all(AlgorithmChosen.class))
                .extracting(
                        AlgorithmChosen::operation,
                        AlgorithmChosen::bytes,
                        AlgorithmChosen::algorithm,
                        AlgorithmChosen::protocol,
                        AlgorithmChosen::channels,
                        AlgorithmChosen::modelNs)
                .containsExactly(
                        tuple(CollectiveOperation.ALL_REDUCE, 64L, "Ring", "Simple", null, 49_676L),
                        tuple(CollectiveOperation.ALL_GATHER, 4096L, "NVLSTree", "Simple", 16, null));
    }

    @Test
    void theGraphTellsOfGpusNicsAndPaths() {
        ParsedInput parsed = parse("""
                n1:1:2 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_2:1/IB [RO]; OOB eth0:192.0.2.3<0>
                n1:1:2 [0] NCCL INFO CPU/0-1 (1/2/-1)
                n1:1:2 [0] NCCL INFO               + PCI[24.0] - GPU/0-81000 (0)
                n1:1:2 [0] NCCL INFO               + NET[25.0] - NET/0-1 (7a852d0003f6ceb8/1/25.000000)
                n1:1:2 [0] NCCL INFO GPU/0-81000 :GPU/0-81000 (0/5000.0/LOC) CPU/0-1 (1/24.0/PHB) NET/0-1 (3/24.0/PHB) NET/0-0 (4/3.1/SYS)
                n1:1:2 [0] NCCL INFO Pattern 4, crossNic 1, nChannels 1, bw 24.0/24.0, type NVL/PIX, sameChannels 0
                n1:1:2 [0] NCCL INFO  0 : NET/3 GPU/1 GPU/0 NET/2
                n1:1:2 [0] NCCL INFO NET/IB: [3] mlx5_7:uverbs7:1/RoCE provider=Mlx5 speed=400000 context=0x1 pciPath=/sys/devices/pci0000:37/0000:3b:00.0 ar=0
                n1:1:2 [0] NCCL INFO NET/IB : Made virtual device [3] name=mlx5_7+mlx5_8 speed=800000 ndevs=2
                n1:1:2 [0] NCCL INFO NET/IB: Dev 1 Port 1 qpn 3038 mtu 5 LID 37
                n1:1:2 [0] NCCL INFO NET/IB: NCCL Dev 0 IbDev 0 Port 1 qpn 34 mtu 3 query_ece={supported=0} GID 3 (0/30200C0FFFF0000) fifoRkey=0x1
                """);
        DeviceId host = new DeviceId("n1");
        assertThat(parsed.all(GpuDiscovered.class))
                .extracting(GpuDiscovered::gpu, GpuDiscovered::numaNode)
                .containsExactly(tuple("0000:81:00.0", 1));
        assertThat(parsed.all(NicDiscovered.class))
                .extracting(
                        NicDiscovered::nic,
                        NicDiscovered::guid,
                        NicDiscovered::busId,
                        NicDiscovered::numaNode,
                        NicDiscovered::bitsPerSecond)
                .containsExactly(
                        tuple("mlx5_2", "0xb8cef603002d857a", null, 1, 200_000_000_000L),
                        tuple("mlx5_7", null, "0000:3b:00.0", null, 400_000_000_000L));
        assertThat(parsed.all(GpuNicPathDiscovered.class))
                .extracting(
                        GpuNicPathDiscovered::host,
                        GpuNicPathDiscovered::gpu,
                        GpuNicPathDiscovered::nic,
                        GpuNicPathDiscovered::path,
                        GpuNicPathDiscovered::bitsPerSecond)
                .containsExactly(
                        tuple(host, "0000:81:00.0", "mlx5_2", "PHB", 192_000_000_000L),
                        tuple(host, "0000:81:00.0", "mlx5_0", "SYS", 24_800_000_000L));
        assertThat(parsed.all(RingPlanned.class))
                .extracting(RingPlanned::ranks, RingPlanned::partial)
                .containsExactly(tuple(List.of(1, 0), true));
        assertThat(parsed.all(NicSelected.class))
                .extracting(NicSelected::nicIndex, NicSelected::nic)
                .endsWith(tuple(3, "mlx5_7"), tuple(3, "mlx5_7+mlx5_8"));
        assertThat(parsed.all(NameObserved.class))
                .extracting(NameObserved::port, NameObserved::scheme, NameObserved::name)
                .containsExactly(
                        tuple(null, NameScheme.ADDRESS, "192.0.2.3"),
                        tuple(PortId.of("n1", "mlx5_2"), NameScheme.LID, "37"),
                        tuple(PortId.of("n1", "mlx5_0"), NameScheme.ADDRESS, "192.0.2.3"));
    }

    @Test
    void theWatchdogTellsHowFarARankHadCome() {
        ParsedInput parsed = parse("""
                [rank1]:[E626 06:24:44.903881913 ProcessGroupNCCL.cpp:616] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=808, OpType=ALLREDUCE, NumelIn=9, NumelOut=9, Timeout(ms)=600000) ran for 600020 milliseconds before timing out.
                [rank1]:[E626 06:24:44.906457629 ProcessGroupNCCL.cpp:1785] [PG ID 0 PG GUID 7(default_pg) Rank 1] Exception (either an error or timeout) detected by watchdog at work: 808, last enqueued NCCL work: 811, last completed NCCL work: 807.
                [rank2]:[E626 06:24:44.906457629 ProcessGroupNCCL.cpp:685] [Rank 2] failure detected by watchdog at work sequence id: 21 PG status: last enqueued work: 25, last completed work: 20
                [rank5]:[E901 05:20:03.110956967 ProcessGroupNCCL.cpp:1746] [PG ID 0 PG GUID 0(default_pg) Rank 5] Received a dump signal due to a collective timeout from  rank 34 and we will try our best to dump the debug info. Last enqueued NCCL work: -1, last completed NCCL work: -1.
                """);
        assertThat(parsed.all(CollectiveTimedOut.class))
                .extracting(
                        CollectiveTimedOut::communicator,
                        CollectiveTimedOut::rank,
                        CollectiveTimedOut::sequence,
                        CollectiveTimedOut::operation,
                        CollectiveTimedOut::lastEnqueued,
                        CollectiveTimedOut::lastCompleted)
                .containsExactly(
                        tuple(null, 1, 808L, "ALLREDUCE", null, null),
                        tuple("7", 1, 808L, "ALLREDUCE", 811L, 807L),
                        tuple(null, 2, 21L, null, 25L, 20L));
        assertThat(parsed.all(CommunicatorProgressObserved.class))
                .extracting(CommunicatorProgressObserved::communicator, CommunicatorProgressObserved::enqueued)
                .containsExactly(tuple("7", 811L));
        assertThat(parsed.all(CommunicationFailed.class))
                .extracting(CommunicationFailed::kind, CommunicationFailed::rank, CommunicationFailed::peer)
                .containsExactly(tuple("watchdog-dump", 5, "rank 34"));
    }

    @Test
    void aTableBetweenMessagesIsReadThoughItsRowsAreTorn() {
        ParsedInput parsed = parse("""
                #  Rank  0 Group  0 Pid   1391 on node01 device  0 [0000:41:00] GPU
                #  Rank  1 Group  0 Pid   1391 on node01 device  1 [0x44] GPU
                1f2e:7:7 [0] NCCL INFO Connected all rings
                #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                   268435456      67108864     float     sum      -11f2e:7:7 [0] NCCL INFO AllReduce: 268435456 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..23}
                  1185.50  226.43  339.65       01f2e:7:7 [0] NCCL INFO AllReduce: 268435456 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..23}
                  1190.17  225.54  338.32       3
                  1190.17  225.54  338.32       0
                """);
        assertThat(parsed.all(BenchmarkMeasured.class))
                .extracting(
                        BenchmarkMeasured::operation,
                        BenchmarkMeasured::bytes,
                        BenchmarkMeasured::rankCount,
                        BenchmarkMeasured::inPlace,
                        BenchmarkMeasured::timeNs,
                        BenchmarkMeasured::wrong)
                .containsExactly(
                        tuple(CollectiveOperation.ALL_REDUCE, 268_435_456L, 2, false, 1_185_500L, 0L),
                        tuple(CollectiveOperation.ALL_REDUCE, 268_435_456L, 2, true, 1_190_170L, 3L));
        assertThat(parsed.all(RankPlaced.class))
                .extracting(RankPlaced::rank, RankPlaced::gpu)
                .containsExactly(tuple(0, "0000:41:00.0"), tuple(1, "0000:44:00.0"));
        assertThat(parsed.rejections)
                .containsExactly("line 9: MALFORMED: the line holds only a part of a row of a table");
    }

    /** Channel, rank, parent and children of each tree. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "Trees [0] 1/-1/-1->0->-1 [1] 2/3->0->1|1->0->2/3; 0 0 null [1], 1 0 1 [2, 3]",
                "Trees [0] 1->0 [1] 2->0->7; 1 0 7 [2]",
                "Trees [x] 1->0->2 [1] ->0->7 [2] 2->->7 [3] 2->0->; ''",
                "Trees [0] 1/x->0->2 [1]  2->0->7 [12345678901] 2->0->7; ''",
                "Trees [0] -1/-1->0->-1; ''",
                "Trees; ''",
                "Tree 0 : -1 -> 0 -> 1/-1/-1; 0 0 null [1]",
                "Tree 0 : 4 -> 0 -> -1; 0 0 4 []",
                "Tree 0 : 4  -> 0 -> -1; torn",
                "Tree 0 : 4 -> 0 -> ; torn",
                "Tree 0 : 4 -> 0 -> 1 2; torn",
                "Tree 99999999999 : 4 -> 0 -> 1; torn"
            })
    void readsTrees(String message, String trees) {
        ParsedInput parsed = parse("node01:1:2 [0] NCCL INFO " + message + "\n");
        assertThat(parsed.all(TreePlanned.class).stream()
                        .map(tree -> tree.channel() + " " + tree.rank() + " " + tree.parent() + " " + tree.children())
                        .collect(joining(", ")))
                .isEqualTo(trees.equals("torn") ? "" : trees);
        assertThat(parsed.rejections).hasSize(trees.equals("torn") ? 1 : 0);
    }

    /** What is known of the beginning of one line must not be taken for that of another. */
    @Test
    void linesThatBeginAlikeAreReadAsIfAlone() {
        String link = "Channel 00 : 0[0] -> 1[1] via P2P/IPC";
        ParsedInput parsed = parse(Stream.of(
                        "7: node01:1:2 [0] NCCL INFO " + link,
                        "7: node01:1:2 [0] NCCL INFO " + link,
                        "7: node01:1:2 [0] NCCL INFO: " + link,
                        "7: node01:1:2 [0] NCCL INFO" + link,
                        "8: node02:3:4 [0] NCCL INFO " + link,
                        "7: node01:1:2 [0] NCCL INFO " + link + " node02:3:4 [1] NCCL INFO " + link,
                        "7: \u00e9 node01:1:2 [0] NCCL INFO " + link,
                        "7: node01:1:2 [0] NCCL INFO " + link)
                .collect(joining("\n")));
        assertThat(parsed.all(ChannelConnected.class))
                .extracting(event -> event.meta().record(), ChannelConnected::host)
                .containsExactly(
                        tuple(0L, NODE01),
                        tuple(1L, NODE01),
                        tuple(4L, NODE02),
                        tuple(5L, NODE01),
                        tuple(5L, NODE02),
                        tuple(6L, NODE01),
                        tuple(7L, NODE01));
    }

    private static ParsedInput parse(String text) {
        Input input = new TextInput("job.log", text.getBytes(StandardCharsets.UTF_8));
        return ParsedInput.of(FORMAT, input);
    }
}
