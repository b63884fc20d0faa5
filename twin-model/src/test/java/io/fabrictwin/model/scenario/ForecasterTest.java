package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.event.CollectiveObserved;
import io.fabrictwin.model.event.ComputeObserved;
import io.fabrictwin.model.event.DcqcnSet;
import io.fabrictwin.model.event.EcnProfileSet;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.Measures;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private final MiniatureFabric healthy = MiniatureFabric.healthy();

    private static Change set(String keyAndValue) {
        int equals = keyAndValue.indexOf('=');
        return Change.parse(keyAndValue.substring(0, equals), keyAndValue.substring(equals + 1));
    }

    @Test
    void withoutChangesTheForkIsTheBase() {
        JobForecast job = healthy.forecast();

        assertThat(job.ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertThat(job.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
        assertThat(job.firstStep()).isEqualTo(2);
        assertThat(job.lastStep()).isEqualTo(5);
        assertThat(job.recordedStepTimeNs()).isEqualTo((double) healthy.stepNs());
        assertThat(job.forecastStepTimeNs()).isEqualTo((double) healthy.stepNs());
        assertThat(job.reasons())
                .contains("nothing is changed")
                .anySatisfy(reason -> assertThat(reason).startsWith("base run of the window: 1.5"));
    }

    @Test
    void aValueThatHoldsAlreadyChangesNothing() {
        assertThat(healthy.forecast(set("ecn-kmin=400KB"), set("compute-factor@job0/1=1"))
                        .ratio())
                .isEqualTo(new Ratio(1, 1, 1));
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        Change change = set("queue-pairs@job0=3");

        assertThat(MiniatureFabric.healthy().whole(change)).isEqualTo(healthy.whole(change));
    }

    @Test
    void theForecastNamesWhatWasAsked() {
        Forecast forecast = healthy.whole(set("link-rate@h1:leaf0=50Gbit/s"));

        assertThat(forecast.changes()).containsExactly("link-rate@h1:leaf0=50Gbit/s");
        assertThat(forecast.baseDigest()).isEqualTo(healthy.frame().digest());
        assertThat(forecast.baseTimeNs()).isEqualTo(healthy.forkNs());
        assertThat(forecast.accuracy()).isEqualTo("not yet measured");
    }

    @Test
    void aStormIsFoundInCountersAndEndsWithTheNic() {
        JobForecast job = MiniatureFabric.withStorm().forecast(set("pause-storm@h1=off"));

        assertThat(job.verdict()).isEqualTo(Verdict.FASTER);
        // 1 ms of computing and 0.51 ms of ring against 2.23 ms
        assertThat(job.ratio().likely()).isCloseTo(0.68, within(0.04));
        assertThat(job.reasons())
                .contains("h1 sends pause frames: its switch port is held 120 us in every 200 us; not so in the fork");
    }

    @Test
    void theWrongFixForAStormChangesNothing() {
        JobForecast job = MiniatureFabric.withStorm().forecast(set("buffer=64MiB"));

        assertThat(job.verdict()).isEqualTo(Verdict.NO_MATERIAL_CHANGE);
        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).endsWith("that goes on"));
    }

    @Test
    void thresholdsThatNoQueueReachesCannotMatter() {
        JobForecast job = healthy.forecast(set("ecn-kmin=800KB"));

        assertThat(job.ratio().likely()).isEqualTo(1);
        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).endsWith("the thresholds cannot matter"));
    }

    @Test
    void aDrainedLinkThatCarriesNothingCannotMatter() {
        JobForecast job = healthy.forecast(set("link@leaf0:spine0=down"));

        assertThat(job.ratio().likely()).isEqualTo(1);
        assertThat(job.reasons())
                .contains("the drained link leaf0:spine0 - spine0:leaf0 carries nothing in the base run");
    }

    @Test
    void aSlowerLinkSlowsTheRing() {
        JobForecast job = healthy.forecast(set("link-rate@leaf0:spine1=25Gbit/s"));

        assertThat(job.verdict()).isEqualTo(Verdict.SLOWER);
        // the ring takes about 2 ms in place of 0.51
        assertThat(job.ratio().likely()).isCloseTo(2.0, within(0.1));
    }

    @Test
    void aSlowRankIsScaledWhereItIsSlow() {
        JobForecast job = healthy.forecast(set("compute-factor@job0/2=3"));

        // 3 ms of computing in place of 1
        assertThat(job.ratio().likely()).isCloseTo(3.51 / 1.51, within(0.05));
    }

    @Test
    void newConnectionsHaveDrawnPathsAndAWideInterval() {
        JobForecast job = healthy.forecast(set("destination-ports@job0=new"));

        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).contains("paths are drawn, 24 times"));
        assertThat(job.reasons())
                .anySatisfy(reason -> assertThat(reason).contains("the interval is of 99 % in place of 90 %"));
    }

    @Test
    void anArrivingJobHasNoBaseAndLoadsTheOthers() {
        Forecast forecast = healthy.whole(
                set("start@late=hosts h0,h2; compute 100us; all-to-all 20MB"), set("link@leaf0:spine0=down"));

        assertThat(forecast.jobs())
                .extracting(JobForecast::job)
                .containsExactly(MiniatureFabric.JOB, new JobId("late"));
        assertThat(forecast.jobs().get(0).verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(forecast.jobs().get(1).verdict()).isEqualTo(Verdict.CANNOT_TELL);
    }

    @Test
    void measuresOfBaseAndForkTellWhichPortGatesAndHowFastCollectivesAre() {
        JobForecast job = MiniatureFabric.withStorm().forecast(set("pause-storm@h1=off"));

        Measures base = job.baseMeasures();
        Measures fork = job.forkMeasures();
        assertThat(base.criticalPath().gates().get(0).port()).isEqualTo(PortId.of("leaf0", "h1"));
        assertThat(base.criticalPath().gates().get(0).share()).isBetween(0.2, 0.4);
        assertThat(base.recovery()).isNotNull();
        assertThat(base.tail().p99()).isGreaterThan(2.0);
        assertThat(fork.criticalPath().waitingShare()).isLessThan(0.01);
        assertThat(fork.recovery()).isNull();
        CollectiveMeasure slow = base.collectives().get(0);
        CollectiveMeasure quick = fork.collectives().get(0);
        assertThat(quick.busBytesPerSecond()).isBetween(10.5e9, 12.5e9);
        assertThat(slow.busBytesPerSecond()).isBetween(0.3 * 12.5e9, 0.5 * 12.5e9);
        assertThat(fork.steps()).isEqualTo(MiniatureFabric.STEPS - MiniatureFabric.FORK_STEP);
        assertThat(fork.unknown()).contains("interference: no other job runs");
    }

    @Test
    void interferenceIsToldWhereOtherJobsRun() {
        Forecast forecast = healthy.whole(
                set("start@late=hosts h0,h2; compute 100us; all-to-all 20MB"), set("link@leaf0:spine0=down"));

        Measures fork = forecast.jobs().get(0).forkMeasures();
        assertThat(forecast.jobs().get(0).baseMeasures().interference()).isNull();
        assertThat(fork.interference()).isGreaterThan(1.2);
        assertThat(fork.unknown()).contains("recovery: another job sends from the same hosts");
        assertThat(forecast.jobs().get(1).baseMeasures()).isNull();
        assertThat(forecast.jobs().get(1).forkMeasures().collectives()).hasSize(1);
    }

    @Test
    void aJobThatStopsHasNoForecast() {
        JobForecast job = healthy.forecast(set("job@job0=stop"));

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons()).containsExactly("the job ends with the change");
    }

    @Test
    void aHostThatIsCutOffStopsTheJob() {
        JobForecast job = healthy.forecast(set("links@leaf1=down"));

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons().get(0)).contains("no path is left from");
    }

    @Test
    void aWindowWithoutStepsCannotBeTold() {
        JobForecast job = healthy.without(StepCompleted.class::isInstance).forecast(set("ecn-kmin=50KB"));

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.ratio()).isNull();

        JobForecast nothing = MiniatureFabric.healthy()
                .without(event -> event instanceof StepCompleted
                        || event instanceof ComputeObserved
                        || event instanceof CollectiveObserved)
                .forecast(set("ecn-kmin=50KB"));
        assertThat(nothing.reasons()).containsExactly("no step of this job was recorded");
    }

    @Test
    void unknownComputingTimesAreNotTakenForNone() {
        JobForecast job = MiniatureFabric.healthy()
                .without(event -> event instanceof ComputeObserved observed && observed.rank() == 0)
                .forecast(set("link-rate@leaf0:spine1=25Gbit/s"));

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.ratio()).isNull();
        assertThat(job.reasons()).containsExactly("no step was recorded with the computing times of all ranks");
    }

    @Test
    void aBaseThatMissesTheRecordingCannotJudge() {
        JobForecast job = MiniatureFabric.recorded(2_000_000).forecast(set("link-rate@leaf0:spine1=25Gbit/s"));

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons().get(0)).startsWith("the base run misses the recording by more than a factor of 1.5");
    }

    @Test
    void unknownSettingsAreAssumedAndNamed() {
        JobForecast job = healthy.without(event -> event instanceof DcqcnSet || event instanceof EcnProfileSet)
                .forecast(set("link-rate@leaf0:spine1=25Gbit/s"));

        assertThat(job.reasons())
                .anySatisfy(reason -> assertThat(reason)
                        .startsWith("assumed, as the frame does not tell: DCQCN additive increase")
                        .contains("ECN thresholds (400 and 1600 KB per 100 Gbit/s, 0.2)"));
    }

    @Test
    void unknownNamesAreRefusedWithThoseThatFit() {
        assertRefused("ecn-kmin@h1=1KB", "no switch 'h1' in the frame; there are: leaf0, leaf1, spine0, spine1");
        assertRefused("dcqcn-alpha-timer@leaf0=1us", "no host 'leaf0' in the frame; there are: h0, h1, h2, h3");
        assertRefused("link@leaf0:h2=down", "no link 'leaf0:h2' in the frame; there are: h0:leaf0, h1:leaf0");
        assertRefused("queue-pairs@job7=2", "no job 'job7' in the frame; there are: job0");
        assertRefused("compute-factor@job0/4=2", "no rank 'job0/4' in the frame; there are: job0/0, job0/1");
        assertRefused("links@leaf9=down", "no device 'leaf9' in the frame");
        assertThat(refusal("links@leaf9=down").fitting()).contains("h0", "spine1");
        assertThat(refusal("links@leaf9=down").reason()).isEqualTo(ScenarioRefusedException.Reason.UNKNOWN_NAME);
    }

    @Test
    void whatCannotBeIsRefused() {
        assertRefused("ecn-kmin=2000KB", "ECN Kmin 2000KB would be above Kmax 1600KB");
        assertRefused("hosts@job0=h0,h1", "job 'job0' has 4 ranks, but 2 hosts are given");
        assertRefused("hosts@job0=h0,h1,h2,h2", "a host is named twice");
        assertRefused("start@job0=hosts h0,h1; compute 1us", "job 'job0' runs already");
    }

    private ScenarioRefusedException refusal(String text) {
        return catchThrowableOfType(ScenarioRefusedException.class, () -> healthy.forecast(set(text)));
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> healthy.forecast(set(text)))
                .isInstanceOf(ScenarioRefusedException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void movedRanksKeepTheirPortsAndFindTheirPaths() {
        // along the leaves in another order: every edge crosses the spine
        JobForecast job = healthy.forecast(set("hosts@job0=h0,h2,h1,h3"));

        assertThat(job.reasons()).noneSatisfy(reason -> assertThat(reason).contains("drawn"));
        assertThat(job.ratio().likely()).isBetween(1.0, 2.0);
    }

    @Test
    void aStepUnderWayAtTheForkEndsAsItBegan() {
        long middleNs = healthy.forkNs() - healthy.stepNs() / 2;
        Scenario scenario = new Scenario(
                "middle",
                middleNs,
                middleNs,
                MiniatureFabric.STEPS * healthy.stepNs(),
                List.of(set("link-rate@leaf0:spine1=25Gbit/s")),
                1);
        JobForecast job = Forecaster.forecast(healthy.frame(), healthy.window(), scenario)
                .jobs()
                .get(0);

        assertThat(job.firstStep()).isEqualTo(MiniatureFabric.FORK_STEP);
        assertThat(job.ratio().likely()).isCloseTo(2.0, within(0.1));
    }

    private static List<UsedValue> named(Forecast forecast, String name) {
        return forecast.values().stream()
                .filter(value -> value.name().equals(name))
                .toList();
    }

    private static UsedValue value(Forecast forecast, String name) {
        assertThat(named(forecast, name)).as(name).hasSize(1);
        return named(forecast, name).get(0);
    }

    @Test
    void constantsOfSendersAreMeasuredWhereNicsToldThem() {
        Change slower = set("link-rate@leaf0:spine1=25Gbit/s");
        Forecast told = healthy.whole(slower);
        Forecast untold =
                MiniatureFabric.healthy().without(DcqcnSet.class::isInstance).whole(slower);

        assertThat(value(told, "DCQCN rate increase timer"))
                .isEqualTo(new UsedValue(
                        "DCQCN rate increase timer",
                        "300 us (4 of 4 hosts)",
                        Status.MEASURED,
                        "told by the fabric's events"));
        assertThat(value(untold, "DCQCN rate increase timer"))
                .isEqualTo(new UsedValue(
                        "DCQCN rate increase timer",
                        "300 us (4 of 4 hosts)",
                        Status.ASSUMED,
                        "as the open simulator of the HPCC artefact sets it"));
        assertThat(untold.values().stream().filter(value -> value.name().startsWith("DCQCN")))
                .hasSize(8)
                .allMatch(value -> value.status() == Status.ASSUMED);
        assertThat(told.values().stream().filter(value -> value.name().startsWith("DCQCN")))
                .hasSize(8)
                .allMatch(value -> value.status() == Status.MEASURED);
    }

    @Test
    void settingsThatSomeSwitchesToldHaveARowForEachStatus() {
        Forecast forecast = MiniatureFabric.healthy()
                .without(event -> event instanceof EcnProfileSet ecn
                        && ecn.device().value().equals("spine0"))
                .whole();

        // leaves have four ports each, spines two
        assertThat(named(forecast, "ECN thresholds"))
                .extracting(UsedValue::value, UsedValue::status)
                .containsExactly(
                        tuple("Kmin 400 KB, Kmax 1600 KB (10 of 12 queues)", Status.MEASURED),
                        tuple("Kmin 400 KB, Kmax 1600 KB (2 of 12 queues)", Status.ASSUMED));
    }

    @Test
    void workAndPathsAreMeasuredAndWhatIsDrawnIsAssumed() {
        Forecast known = healthy.whole(set("link-rate@leaf0:spine1=25Gbit/s"));
        Forecast drawn = healthy.whole(set("destination-ports@job0=new"));

        assertThat(value(known, "computing times of ranks"))
                .isEqualTo(new UsedValue(
                        "computing times of ranks",
                        "997 us to 1000 us (24 times)",
                        Status.MEASURED,
                        "recorded in the window"));
        assertThat(value(known, "mean step time").value()).isEqualTo("job0 1520 us over 4 steps");
        assertThat(value(known, "paths").value()).isEqualTo("4 connections");
        assertThat(named(known, "paths of new connections")).isEmpty();
        assertThat(value(drawn, "paths of new connections").status()).isEqualTo(Status.ASSUMED);
        assertThat(value(drawn, "random numbers").value()).isEqualTo("seeds 7 to 30");
    }

    @Test
    void computingThatWasNotRecordedIsAssumed() {
        Forecast forecast = MiniatureFabric.healthy()
                .without(ComputeObserved.class::isInstance)
                .whole(set("link-rate@leaf0:spine1=25Gbit/s"));

        assertThat(value(forecast, "computing times of ranks").status()).isEqualTo(Status.ASSUMED);
        assertThat(value(forecast, "computing times of ranks").value()).isEqualTo("job0 0 us");
    }

    @Test
    void termsOfTheIntervalAreListedWhereThereIsOneAndFittedByPastChanges() {
        Change slower = set("link-rate@leaf0:spine1=25Gbit/s");
        Forecast prior = healthy.whole(slower);
        List<PastChange> past = IntStream.rangeClosed(1, 20)
                .mapToObj(index -> new PastChange("set-link-rate", 0.5, 0.5 + index / 100.0, 0.1))
                .toList();
        Forecast fitted = new Calibration(new PastChanges(past), List.of(slower)).calibrated(prior);

        assertThat(named(healthy.whole(), "interval, reach to either side")).isEmpty();
        assertThat(value(prior, "interval, spread without an effect").value()).isEqualTo("0.4 %");
        assertThat(value(prior, "interval, reach to either side"))
                .extracting(UsedValue::value, UsedValue::status)
                .containsExactly("1.645 spreads", Status.ASSUMED);
        assertThat(value(fitted, "interval, reach to either side"))
                .extracting(UsedValue::value, UsedValue::status)
                .containsExactly("1.9 spreads", Status.FITTED);
    }

    /** How messages are dealt out to queue pairs is not followed; other changes of one question do not hide that. */
    @Test
    void otherNumbersOfQueuePairsLeaveMoreOfAnEffectOpen() {
        String share = "interval, share of an effect that may not come";
        Change pairs = set("queue-pairs@job0=3");
        Change slower = set("link-rate@leaf0:spine1=25Gbit/s");

        assertThat(value(healthy.whole(slower), share).value()).isEqualTo("5 %");
        assertThat(value(healthy.whole(pairs), share).value()).isEqualTo("25 %");
        assertThat(value(healthy.whole(slower, pairs), share).value()).isEqualTo("25 %");
    }

    @Test
    void withoutRecordedStepsAForecastRestsOnNothing() {
        assertThat(MiniatureFabric.healthy()
                        .without(event -> event instanceof StepCompleted
                                || event instanceof ComputeObserved
                                || event instanceof CollectiveObserved)
                        .whole()
                        .values())
                .isEmpty();
    }
}
