package io.fabrictwin.streams.console;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.detection.FindingKind;
import io.fabrictwin.model.detection.Severity;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.PortWait;
import io.fabrictwin.model.measure.Recovery;
import io.fabrictwin.model.measure.ScaledJob;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.queue.ScenarioQueue;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import io.fabrictwin.streams.query.InMemoryTwinView;
import io.fabrictwin.streams.query.Peers;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.fabrictwin.streams.query.TwinStatus;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A twin in memory with a fabric, findings and forecasts that are made up. */
public final class SampleTwin implements ServedTwin {
    static final String INSTANCE = "twin-a:8280";
    static final String OTHER = "twin-b:8280";

    private static final long SECOND_NS = 1_000_000_000L;

    private final InMemoryTwinView view = new InMemoryTwinView();
    private List<Finding> findings = List.of();
    private List<Forecast> forecasts = List.of();
    private Sharing sharing = new Sharing(
            INSTANCE,
            2,
            new TreeMap<>(Map.of(INSTANCE, new Sharing.Member(new TreeSet<>(List.of(0, 1)), true, 1_000, ""))),
            new TreeMap<>(Map.of(new Positions.Partition("fabric.workload", 1), 0L)));
    private Peers peers = new SamplePeers();
    private final ScenarioQueue scenarios = new ScenarioQueue();
    private TwinStatus status = new TwinStatus(TwinStatus.State.RUNNING, true, 0L, new TwinStatus.Rebuild(12, 12), "");

    public static SampleTwin empty() {
        return new SampleTwin();
    }

    static SampleTwin of(SampleFabric fabric, int steps) {
        SampleTwin twin = new SampleTwin();
        List<FabricEvent> events = fabric.events(steps);
        twin.view.fold(
                events,
                new Positions(new TreeMap<>(Map.of(
                        new Positions.Partition("fabric.telemetry", 0),
                        (long) events.size(),
                        new Positions.Partition("fabric.workload", 1),
                        512L))));
        twin.findings = sampleFindings();
        twin.forecasts =
                sampleForecasts(twin.view.cut().frame(SampleFabric.FABRIC).digest());
        return twin;
    }

    @Override
    public Shared shared() {
        return new Shared(view.cut(), sharing);
    }

    @Override
    public Peers peers() {
        return peers;
    }

    /** From now on another instance is there, which folds what is left out here. */
    void share(boolean isAnswering, Integer... ofOther) {
        SortedSet<Integer> other = new TreeSet<>(List.of(ofOther));
        SortedSet<Integer> own = new TreeSet<>(List.of(0, 1));
        own.removeAll(other);
        sharing = new Sharing(
                INSTANCE,
                2,
                new TreeMap<>(Map.of(
                        INSTANCE,
                        new Sharing.Member(own, true, 1_000, ""),
                        OTHER,
                        new Sharing.Member(other, isAnswering, 1_000, isAnswering ? "" : OTHER + " does not answer"))),
                sharing.lagRecords());
    }

    void become(Peers newPeers) {
        peers = newPeers;
    }

    void become(TwinStatus newStatus) {
        status = newStatus;
    }

    void fold(List<FabricEvent> events) {
        view.fold(events, new Positions(new TreeMap<>(Map.of(new Positions.Partition("fabric.topology", 0), (long)
                events.size()))));
    }

    private static List<Finding> sampleFindings() {
        return List.of(
                new Finding(
                        SampleFabric.FABRIC,
                        FindingKind.PAUSE_STORM,
                        Severity.CRITICAL,
                        SampleFabric.START_NS + 41 * SECOND_NS,
                        null,
                        List.of("gpu1:nic1", "leaf0-1:down1"),
                        "NIC gpu1:nic1 holds its switch port with pause frames 80 % of the time",
                        List.of(
                                "leaf0-1:down1 was not allowed to send for 80.0 % of the last 1 s",
                                "gpu1:nic1 received 12 % of its line rate in that time"),
                        "fabric-twin fork --at 2026-03-01T10:00:41Z --window 20s --drain-link gpu1:leaf0-1"),
                new Finding(
                        SampleFabric.FABRIC,
                        FindingKind.STEPS_STRETCHED,
                        Severity.WARNING,
                        SampleFabric.START_NS + 43 * SECOND_NS,
                        null,
                        List.of("llm-70b"),
                        "Steps of llm-70b take 1.37 times as long as before",
                        List.of("median of the last 20 steps 571 ms, of those before 417 ms"),
                        null),
                new Finding(
                        SampleFabric.FABRIC,
                        FindingKind.CONFIG_DRIFT,
                        Severity.NOTICE,
                        SampleFabric.START_NS + 5 * SECOND_NS,
                        SampleFabric.START_NS + 30 * SECOND_NS,
                        List.of("leaf1-2"),
                        "ECN thresholds of leaf1-2 differ from those of its 15 peers",
                        List.of("kmin 20 kB, peers 400 kB", "kmax 80 kB, peers 1 600 kB"),
                        "fabric-twin fork --at 2026-03-01T10:00:05Z --window 20s --set leaf1-2.ecn.kmin=400000"));
    }

    private static Measures measures(double collectiveNs, double waitingShare) {
        return new Measures(
                3,
                20,
                List.of(new CollectiveMeasure(
                        CollectiveOperation.ALL_REDUCE,
                        1_000_000_000,
                        32,
                        60,
                        collectiveNs,
                        collectiveNs,
                        0.02,
                        3e6,
                        1e18 / collectiveNs,
                        2 * 31 / 32.0 * 1e18 / collectiveNs)),
                new Tail(119_040, 1 + waitingShare, 2 + waitingShare, 3 + waitingShare),
                new StepTimes(60, 1.6 * collectiveNs, 1.65 * collectiveNs),
                0.015,
                new Recovery(120, 180_000, 640_000, 10_000),
                new CriticalPath(
                        0.28,
                        0.03,
                        0.72 - waitingShare,
                        waitingShare,
                        List.of(new PortWait(PortId.of("leaf0-1", "Ethernet0"), waitingShare))),
                1.08,
                List.of(new ScaledJob(16, 0.97 * collectiveNs, null), new ScaledJob(64, 1.02 * collectiveNs, null)),
                List.of("step time at other sizes: collectives overlap with computing or each other"));
    }

    private static List<Forecast> sampleForecasts(String digest) {
        return List.of(
                new Forecast(
                        "replace the NIC",
                        SampleFabric.FABRIC,
                        digest,
                        SampleFabric.START_NS + 45 * SECOND_NS,
                        List.of("pause-storm@gpu1=off"),
                        1,
                        List.of(
                                new JobForecast(
                                                new JobId("llm-70b"),
                                                60,
                                                79,
                                                571e6,
                                                421e6,
                                                new Ratio(0.71, 0.737, 0.77),
                                                Verdict.FASTER,
                                                List.of("the storm that held leaf0-1 is gone"))
                                        .measured(measures(412e6, 0.45), measures(262e6, 0.1)),
                                new JobForecast(
                                        new JobId("vision-moe"),
                                        90,
                                        119,
                                        273e6,
                                        273e6,
                                        new Ratio(0.99, 1.0, 1.01),
                                        Verdict.NO_MATERIAL_CHANGE,
                                        List.of("shares no held port with the storm"))),
                        "not yet measured",
                        List.of(
                                new UsedValue(
                                        "ECN thresholds",
                                        "Kmin 400 KB, Kmax 1600 KB (60 of 64 queues)",
                                        Status.MEASURED,
                                        "told by the fabric's events"),
                                new UsedValue(
                                        "interval, reach to either side", "1.645 spreads", Status.ASSUMED, "normal")),
                        List.of(new PortForecast(
                                PortId.of("leaf0-1", "Ethernet0"),
                                new PortLoad(0.31, 0.62, 0.08, 4_100_000),
                                new PortLoad(0.42, 0, 0.02, 900_000))),
                        null),
                new Forecast(
                        "other ECN thresholds",
                        SampleFabric.FABRIC,
                        digest,
                        SampleFabric.START_NS + 45 * SECOND_NS,
                        List.of("ecn-kmin@leaf0-1=100KB", "ecn-kmax@leaf0-1=400KB"),
                        1,
                        List.of(
                                new JobForecast(
                                        new JobId("llm-70b"),
                                        60,
                                        79,
                                        571e6,
                                        574e6,
                                        new Ratio(0.985, 1.005, 1.02),
                                        Verdict.NO_MATERIAL_CHANGE,
                                        List.of("pauses come from the NIC, not from queues")),
                                new JobForecast(
                                        new JobId("vision-moe"),
                                        90,
                                        119,
                                        null,
                                        null,
                                        null,
                                        Verdict.CANNOT_TELL,
                                        List.of("the window of this job was not recorded"))),
                        "not yet measured",
                        List.of(),
                        List.of(),
                        null));
    }

    @Override
    public List<Finding> findings() {
        return findings;
    }

    @Override
    public List<Forecast> forecasts() {
        return forecasts;
    }

    @Override
    public List<BackTestScore> scores() {
        return List.of(score(1, 0.62, 0.6, Verdict.FASTER), score(2, 1.0, 1.01, Verdict.NO_MATERIAL_CHANGE));
    }

    private static BackTestScore score(long second, double forecast, double came, Verdict verdict) {
        return new BackTestScore(
                SampleFabric.FABRIC,
                SampleFabric.START_NS + second * SECOND_NS,
                new JobId("llm-70b"),
                "set-ecn",
                List.of("ecn-kmin@leaf0-1=400KB"),
                20,
                400e6,
                400e6 * came,
                new Ratio(forecast / 1.05, forecast, forecast * 1.05),
                verdict,
                Math.abs(forecast - came),
                Math.abs(came - 1));
    }

    @Override
    public List<QueuedScenario> scenarios() {
        return scenarios.scenarios();
    }

    @Override
    public void tell(ScenarioNote note) {
        scenarios.add(note);
    }

    @Override
    public TwinStatus status() {
        return status;
    }
}
