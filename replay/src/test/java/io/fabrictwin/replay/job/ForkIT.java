package io.fabrictwin.replay.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.event.CollectivePlanned;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.DeviceDiscovered;
import io.fabrictwin.model.event.DeviceKind;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.LinkDiscovered;
import io.fabrictwin.model.event.RankPlaced;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.LinkId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.replay.operator.AskedScenario;
import io.fabrictwin.replay.operator.FoldScope;
import io.fabrictwin.replay.operator.Folding;
import io.fabrictwin.replay.operator.ScenarioAnswer;
import io.fabrictwin.replay.source.LogRecord;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.ForecastCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Forks on a Flink cluster in this process: two hosts under one switch, and a job over them. */
class ForkIT {
    private static final FabricId FABRIC = new FabricId("fabric");
    private static final JobId JOB = new JobId("job0");
    private static final List<String> HOSTS = List.of("h0", "h1");
    private static final int STEPS = 4;
    private static final long STEP_NS = 1_200_000;
    private static final long COMPUTE_NS = 1_000_000;
    private static final long BASE_NS = 2 * STEP_NS;

    private static final FlinkCluster CLUSTER = LocalCluster.start(2);

    private final List<FabricEvent> events = new ArrayList<>();

    ForkIT() {
        events.add(new DeviceDiscovered(at(0), new DeviceId("leaf0"), DeviceKind.SWITCH, null, null, null, 4L, null));
        events.add(new JobStarted(at(0), JOB, HOSTS.size(), null));
        events.add(new CollectivePlanned(at(0), JOB, 0, CollectiveOperation.ALL_REDUCE, 2_000_000, 1, 0));
        for (int rank = 0; rank < HOSTS.size(); rank++) {
            String host = HOSTS.get(rank);
            events.add(new DeviceDiscovered(
                    at(0), new DeviceId(host), DeviceKind.HOST, null, null, "10.0." + rank + ".1", null, null));
            events.add(new LinkDiscovered(
                    at(0),
                    new LinkId(PortId.of(host, "leaf0"), PortId.of("leaf0", host)),
                    100_000_000_000L,
                    1_000L,
                    null));
            events.add(new RankPlaced(at(0), JOB, rank, new DeviceId(host), null, null, 0L));
            for (int step = 0; step < STEPS; step++) {
                long startNs = step * STEP_NS;
                events.add(new ComputeObserved(at(startNs), JOB, step, rank, null, COMPUTE_NS));
                events.add(new CollectiveObserved(
                        at(startNs + STEP_NS),
                        JOB,
                        step,
                        0,
                        rank,
                        CollectiveOperation.ALL_REDUCE,
                        2_000_000,
                        startNs + COMPUTE_NS,
                        startNs + STEP_NS));
            }
        }
        for (int step = 0; step < STEPS; step++) {
            long startNs = step * STEP_NS;
            events.add(new StepCompleted(
                    at(startNs + STEP_NS), JOB, step, startNs, startNs + COMPUTE_NS, startNs + STEP_NS));
        }
    }

    @AfterAll
    static void stop() {
        CLUSTER.close();
    }

    private EventMeta at(long timeNs) {
        return new EventMeta(FABRIC, new SourceId("events", "test"), events.size(), 0, timeNs, timeNs, Clock.SOURCE);
    }

    private static Scenario scenario(String name, Change... changes) {
        return new Scenario(name, BASE_NS, BASE_NS, STEPS * STEP_NS, List.of(changes), 7);
    }

    @Test
    void givesTheBytesThatTheModelGivesInMemoryAndRefusesWhatDoesNotFit() {
        List<Scenario> scenarios = List.of(
                scenario("nothing"),
                scenario("slow link", Change.parse("link-rate@h0:leaf0", "25Gbit/s")),
                scenario("no such host", Change.parse("pause-storm@h9", "off")),
                scenario("slow rank", Change.parse("compute-factor@job0/1", "1.5")));

        Map<Integer, ScenarioAnswer> answers = answers(FABRIC, scenarios);

        Map<EntityKey, EntityState> present = new HashMap<>();
        Fold.applyAll(
                present,
                events.stream()
                        .filter(event -> event.meta().eventTimeNs() <= BASE_NS)
                        .toList());
        Map<EntityKey, EntityState> whole = new HashMap<>();
        Fold.applyAll(whole, events);
        FabricFrame frame = FabricFrame.of(FABRIC, present, Positions.NONE);
        WorkloadWindow window = WorkloadWindow.of(FABRIC, whole);
        assertThat(answers.keySet()).containsExactly(0, 1, 2, 3);
        for (int index : List.of(0, 1, 3)) {
            assertThat(answers.get(index).forecast())
                    .isEqualTo(new ForecastCodec().encode(Forecaster.forecast(frame, window, scenarios.get(index))));
        }
        assertThat(answers.get(2).forecast()).isEmpty();
        assertThat(answers.get(2).refusal()).contains("h9");
    }

    @Test
    void refusesAFabricThatTheLogDoesNotHold() {
        assertThat(answers(new FabricId("other"), List.of(scenario("nothing")))
                        .get(0)
                        .refusal())
                .isEqualTo("the log tells of no fabric 'other'; it has [fabric]");
    }

    private Map<Integer, ScenarioAnswer> answers(FabricId fabric, List<Scenario> scenarios) {
        EventCodec codec = new EventCodec();
        LogRecord[] records = events.stream()
                .map(event -> new LogRecord(event.topic().topicName(), 0, 0, 0, null, codec.encode(event)))
                .toArray(LogRecord[]::new);
        List<AskedScenario> asked = new ArrayList<>();
        scenarios.forEach(scenario -> asked.add(AskedScenario.of(asked.size(), scenario)));
        return CLUSTER.run(environment -> {
            Map<Integer, ScenarioAnswer> answers = new TreeMap<>();
            Outcome.collect(
                    ForkJob.answers(
                            Folding.of(
                                    environment.fromData(LogRecord.class, records),
                                    new FoldScope(BASE_NS, 0, Long.MAX_VALUE, FoldScope.Detail.RERUN),
                                    null),
                            asked,
                            fabric,
                            null),
                    "fork",
                    answer -> answers.put(answer.index(), answer));
            return answers;
        });
    }
}
