package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Severity;
import io.fabrictwin.model.event.AlgorithmChosen;
import io.fabrictwin.model.event.BenchmarkMeasured;
import io.fabrictwin.model.event.BufferSet;
import io.fabrictwin.model.event.ChannelConnected;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.ClockOffsetObserved;
import io.fabrictwin.model.event.CollectiveLaunched;
import io.fabrictwin.model.event.CollectiveMeasured;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.CollectiveTimedOut;
import io.fabrictwin.model.event.CommunicationFailed;
import io.fabrictwin.model.event.CommunicatorClosed;
import io.fabrictwin.model.event.CommunicatorHealthObserved;
import io.fabrictwin.model.event.CommunicatorInitialized;
import io.fabrictwin.model.event.CommunicatorProgressObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.ComputePlanned;
import io.fabrictwin.model.event.ConnectionObserved;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.DeviceTuned;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.FlowObserved;
import io.fabrictwin.model.event.ForwardingTableObserved;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.GpuDiscovered;
import io.fabrictwin.model.event.GpuNicPathDiscovered;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.LinkCameUp;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.LinkPlanned;
import io.fabrictwin.model.event.LinkRateChanged;
import io.fabrictwin.model.event.LinkWentDown;
import io.fabrictwin.model.event.MicroburstObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.event.NicSelected;
import io.fabrictwin.model.event.PacketFormatSet;
import io.fabrictwin.model.event.PauseStormDetected;
import io.fabrictwin.model.event.PauseStormRestored;
import io.fabrictwin.model.event.PfcProfileSet;
import io.fabrictwin.model.event.PfcWatchdogSet;
import io.fabrictwin.model.event.PlacementDeclared;
import io.fabrictwin.model.event.PortConfigured;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.event.PortDiscovered;
import io.fabrictwin.model.event.PortStateObserved;
import io.fabrictwin.model.event.QosMapSet;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.RingPlanned;
import io.fabrictwin.model.event.ScheduleDeclared;
import io.fabrictwin.model.event.SchedulerSet;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.event.SubnetManagerChanged;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.event.TreePlanned;
import io.fabrictwin.model.event.TuningRuleDeclared;
import io.fabrictwin.model.event.TuningTableObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioCancelled;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioStage;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Verdict;
import io.fabrictwin.schemas.QuarantinedInput;
import io.fabrictwin.schemas.SourceNote;
import io.fabrictwin.schemas.SourceProgress;
import io.fabrictwin.schemas.SourceState;
import io.fabrictwin.schemas.TailPosition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One value of each record, with everything told that existed when its golden bytes were written: a field that came
 * later is null here.
 */
final class Examples {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final SourceId SOURCE = new SourceId("lab-recording", "5f3a/köln");
    private static final EventMeta META =
            new EventMeta(FABRIC, SOURCE, 41, 2, 1_790_000_000_123_456_789L, 1_790_000_001_000_000_000L, Clock.ASSUMED);
    private static final DeviceId LEAF = new DeviceId("leaf1");
    private static final DeviceId HOST = new DeviceId("host7");
    private static final PortId PORT = new PortId(LEAF, "Ethernet8");
    private static final LinkId LINK = new LinkId(PORT, PortId.of("spine2", "Ethernet64"));
    private static final JobId JOB = new JobId("llama");

    private Examples() {}

    static List<FabricEvent> events() {
        return List.of(
                new DeviceDiscovered(META, LEAF, DeviceKind.SWITCH, "leaf of rail 1", "T4", "10.0.0.1", 99L, 64),
                new PortDiscovered(META, PORT, 400_000_000_000L, "etp3", 17),
                new LinkDiscovered(META, LINK, 200_000_000_000L, 1_000L, "4x HDR"),
                new LinkPlanned(META, LINK, 400_000_000_000L),
                new LinkWentDown(META, LINK),
                new LinkCameUp(META, LINK),
                new LinkRateChanged(META, LINK, 100_000_000_000L),
                new Swept(META, LEAF, new TreeSet<>(List.of("Ethernet0", "Ethernet8"))),
                new PortConfigured(META, PORT, true, 400_000_000_000L, 9_100, "rs", "etp3", 3_000L),
                new EcnProfileSet(META, LEAF, PORT, 3, "AZURE_LOSSLESS", true, 100_000L, 400_000L, 0.2),
                new PfcProfileSet(META, LEAF, PORT, 3, "lossless", true, 0.125, 300_000L, 18_432L, 4_096L, 160_000L),
                new PfcWatchdogSet(META, LEAF, PORT, "drop", 400_000_000L, 2_000_000_000L, 100_000_000L),
                new BufferSet(META, LEAF, "ingress_lossless_pool", 33_554_432L),
                new DcqcnSet(
                        META, HOST, 0.00390625, 1_000L, 4_000L, 300_000L, 40_000_000L, 200_000_000L, 1_000_000L, 5),
                new PacketFormatSet(META, HOST, 4_096, 4_154),
                new QosMapSet(META, LEAF, PORT, "dscp-to-traffic-class", new TreeMap<>(Map.of("26", "3"))),
                new PortCountersObserved(
                        META, PORT, 3, new TreeMap<>(Map.of("txBytes", Long.MAX_VALUE, "rxBytes", 0L))),
                new QueueObserved(META, PORT, 3, 120_000L, 380_000L),
                new ClockOffsetObserved(META, HOST, -1_500L, 200L),
                new JobStarted(META, JOB, 64, "NCCL 2.27.3"),
                new JobStopped(META, JOB),
                new JobTuned(META, JOB, 4, "NCCL_ALGO", "Ring"),
                new RankPlaced(META, JOB, 5, HOST, "0000:1b:00.0", new DeviceId("host7-nic5"), 100L),
                new CollectivePlanned(META, JOB, 1, CollectiveOperation.REDUCE_SCATTER, 1_073_741_824L, 0.75, 2),
                new ComputeObserved(META, JOB, 12, 5, HOST, 81_000_000L),
                new CollectiveObserved(
                        META,
                        JOB,
                        12,
                        1,
                        5,
                        CollectiveOperation.ALL_REDUCE,
                        536_870_912L,
                        1_790_000_000_000_000_000L,
                        1_790_000_000_020_000_000L),
                new StepCompleted(
                        META,
                        JOB,
                        12,
                        1_790_000_000_000_000_000L,
                        1_790_000_000_081_000_000L,
                        1_790_000_000_123_000_000L),
                new ConnectionObserved(
                        META,
                        JOB,
                        2,
                        5,
                        6,
                        HOST,
                        new DeviceId("host8"),
                        1,
                        49_153,
                        4_791,
                        List.of(HOST, LEAF, new DeviceId("host8")),
                        1_000L,
                        4_096_000L),
                new CommunicatorInitialized(META, JOB, "0x9c3d", 5, 64, HOST, "0000:1b:00.0", 350_000_000L),
                new NicSelected(META, JOB, HOST, 3, "mlx5_3", 1, "RoCE"),
                new ChannelConnected(META, JOB, "0x9c3d", 2, 5, 6, "NET/IB", 3, true, HOST),
                new CollectiveLaunched(META, JOB, "0x9c3d", 5, HOST, 77, CollectiveOperation.ALL_TO_ALL, 268_435_456L),
                new CommunicationFailed(
                        META,
                        JOB,
                        HOST,
                        5,
                        "completion-error",
                        12,
                        "10.0.0.8<4791>",
                        "Got completion with status=12",
                        null,
                        null,
                        null),
                new NameObserved(META, LEAF, PORT, NameScheme.MAC, "00:11:22:33:44:55"),
                new PortStateObserved(META, PORT, true, "Active", 400_000_000_000L, "none"),
                new GpuDiscovered(META, HOST, "0000:1b:00.0", 0, "H100", 1, 18),
                new NicDiscovered(
                        META, HOST, "mlx5_3", "0000:1a:00.0", "0x506b4b0300cc02a6", 1, 1, 400_000_000_000L, "RoCE"),
                new GpuNicPathDiscovered(META, HOST, "0000:1b:00.0", "mlx5_3", "PIX", 252_000_000_000L),
                new PlacementDeclared(META, HOST, "block", "b1"),
                new ForwardingTableObserved(META, LEAF, new TreeMap<>(Map.of("1-12", "5"))),
                new SubnetManagerChanged(META, HOST, "MASTER", "updn", 14),
                new SchedulerSet(META, LEAF, PORT, 3, "dwrr", 15, 100_000_000_000L),
                new DeviceTuned(META, LEAF, PORT, "trust", "dscp"),
                new GaugesObserved(META, LEAF, PORT, "lane 1", new TreeMap<>(Map.of("rxPowerDbm", -2.5))),
                new PauseStormDetected(META, PORT, 3, "drop"),
                new PauseStormRestored(META, PORT, 3),
                new MicroburstObserved(META, PORT, 3, 380_000L, 200_000L, 90_000L),
                new FlowObserved(
                        META, LEAF, PORT, PORT, "10.0.0.3", "10.0.0.4", 17, 49_153, 4_791, 4L, 16_000L, 4_096L, 256),
                new StepMeasured(META, JOB, 12, 105_200_000_000L, 1, 2_048L, 130.5, 1.5e14),
                new CheckpointObserved(META, JOB, 100L, 30_000_000_000L, 1_000_000_000_000L),
                new CollectiveMeasured(
                        META,
                        JOB,
                        HOST,
                        "0x9c3d",
                        5,
                        77,
                        CollectiveOperation.ALL_REDUCE,
                        268_435_456L,
                        1_790_000_000_000_000_000L,
                        1_500_000L,
                        "Ring",
                        "Simple",
                        24),
                new CollectiveTimedOut(
                        META,
                        JOB,
                        HOST,
                        "0x9c3d",
                        5,
                        21L,
                        "ALLREDUCE",
                        1_801_023_000_000L,
                        1_800_000_000_000L,
                        25L,
                        20L),
                new CommunicatorProgressObserved(META, JOB, "0x9c3d", 5, HOST, "AllReduce", 25L, 21L, 20L),
                new CommunicatorHealthObserved(META, JOB, "0x9c3d", 64, "RUNNING", "INCOMPLETE", List.of(12, 14)),
                new CommunicatorClosed(META, JOB, "0x9c3d", 5, HOST, true),
                new RingPlanned(META, JOB, HOST, "0x9c3d", 2, List.of(0, 3, 2, 1), true),
                new TreePlanned(META, JOB, HOST, "0x9c3d", 2, 5, 0, List.of(6, 7)),
                new AlgorithmChosen(
                        META, JOB, HOST, "0x9c3d", CollectiveOperation.ALL_REDUCE, 1_024L, "Tree", "LL", 1, 49_675L),
                new TuningTableObserved(
                        META,
                        JOB,
                        HOST,
                        "0x9c3d",
                        CollectiveOperation.ALL_REDUCE,
                        new TreeMap<>(Map.of("Ring/LL", 10_400.0)),
                        new TreeMap<>(Map.of("Ring/LL", 4.36e10))),
                new BenchmarkMeasured(
                        META,
                        JOB,
                        CollectiveOperation.ALL_REDUCE,
                        1_073_741_824L,
                        16,
                        true,
                        5_100_000L,
                        2.1e11,
                        3.94e11,
                        0L),
                new RankGaugesObserved(META, JOB, 5, HOST, new TreeMap<>(Map.of("hang", 1.0))),
                new ComputePlanned(META, JOB, 4, "attention", "forward", 81_000L),
                new ScheduleDeclared(
                        META,
                        JOB,
                        "two-level",
                        CollectiveOperation.ALL_TO_ALL,
                        "LL128",
                        8,
                        64,
                        0L,
                        1_073_741_824L,
                        4_096),
                new TuningRuleDeclared(
                        META, JOB, 0, CollectiveOperation.ALL_REDUCE, 0L, 65_536L, "Tree", "LL", 2, 4, 32));
    }

    static Finding finding() {
        return new Finding(
                FABRIC,
                FindingKind.PAUSE_STORM,
                Severity.CRITICAL,
                1_790_000_000_000_000_000L,
                1_790_000_005_000_000_000L,
                List.of("leaf1:Ethernet8", "spine2"),
                "Pause storm from host7.",
                List.of("leaf1:Ethernet8 held 98 % of 5 s"),
                "fabric-twin fork --change 'drain-link leaf1:Ethernet8'");
    }

    /** As its first version could tell it: what came later is absent, so that bytes of all versions decode to it. */
    static Forecast forecast() {
        return new Forecast(
                "what if",
                FABRIC,
                "9f86d081",
                1_790_000_000_000_000_000L,
                List.of("set-ecn leaf1 kmin=100KB"),
                7,
                List.of(new JobForecast(
                        JOB,
                        10,
                        20,
                        123_000_000.0,
                        98_400_000.0,
                        new Ratio(0.75, 0.8, 0.9),
                        Verdict.FASTER,
                        List.of("fewer pauses on leaf1"))),
                "median error 3 % of 40 questions",
                List.of(),
                List.of(),
                null);
    }

    static QuarantinedInput quarantinedInput() {
        return new QuarantinedInput(
                FABRIC,
                SOURCE,
                "line 12",
                "MALFORMED",
                "no comma",
                "a;b\u0000".getBytes(StandardCharsets.UTF_8),
                4_000,
                1_790_000_001_000_000_000L);
    }

    static BackTestScore backTestScore() {
        return new BackTestScore(
                FABRIC,
                1_790_000_000_000_000_000L,
                new JobId("llama"),
                "set-ecn",
                List.of("ecn-kmin@leaf1=100KB"),
                20,
                120e6,
                96e6,
                new Ratio(0.75, 0.8125, 0.875),
                Verdict.FASTER,
                0.015625,
                0.25);
    }

    static List<ScenarioNote> scenarioNotes() {
        return List.of(
                new ScenarioAsked(
                        "higher-thresholds-1a2b3c4d",
                        FABRIC,
                        "higher-thresholds",
                        1_790_000_000_000_000_000L,
                        1_790_000_000_000_000_000L,
                        1_790_000_010_000_000_000L,
                        List.of("ecn-kmin@leaf3=400KB"),
                        1,
                        1_790_000_020_000_000_000L,
                        Reading.OPEN_BOOK,
                        null,
                        List.of()),
                new ScenarioCancelled("higher-thresholds-1a2b3c4d", 1_790_000_021_000_000_000L),
                new ScenarioProgress(
                        "higher-thresholds-1a2b3c4d",
                        "node-7",
                        ScenarioStage.DONE,
                        "in 2.5 s",
                        "cluster/higher-thresholds",
                        1_790_000_022_000_000_000L));
    }

    static List<SourceNote> sourceNotes() {
        return List.of(
                new SourceProgress(SOURCE, 1_790_000_000_000L, true),
                new TailPosition(
                        "job-log", SOURCE, "(dev=1,ino=2)", new byte[] {1, 2}, 100, 7, 1_790_000_000_000_000_000L),
                new SourceState(
                        "job-log",
                        "tail",
                        "/var/log/job.log",
                        "nccl-log",
                        "reading",
                        0L,
                        "bytes",
                        2.5,
                        9,
                        4,
                        3,
                        1,
                        1,
                        0,
                        0,
                        "no such file",
                        1_790_000_000_000_000_000L,
                        1_790_000_000_000_000_001L,
                        1_790_000_000_000_000_002L));
    }
}
