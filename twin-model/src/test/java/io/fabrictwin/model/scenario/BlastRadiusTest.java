package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a forecast tells of each job and port beside its ratio. */
class BlastRadiusTest {
    private static Change set(String text) {
        int equals = text.indexOf('=');
        return Change.parse(text.substring(0, equals), text.substring(equals + 1));
    }

    @Test
    void partsAddUpToTheStepTimeBeforeAndAfter() {
        JobForecast job = MiniatureFabric.withStorm().forecast(set("pause-storm@h1=off"));

        StepParts base = job.baseParts();
        StepParts fork = job.forkParts();
        assertThat(sum(base)).isCloseTo(job.recordedStepTimeNs(), within(1.0));
        assertThat(sum(fork)).isCloseTo(job.forecastStepTimeNs(), within(1.0));
        assertThat(base.computeNs()).isCloseTo(1e6, within(5e4));
        assertThat(base.lateNs()).isCloseTo(0.0, within(1e4));
        // the pauses are all that goes: 2.23 ms against 1.51 ms
        assertThat(base.congestionNs()).isBetween(5e5, 8e5);
        assertThat(fork.congestionNs()).isLessThan(1e4);
        assertThat(fork.transferNs()).isCloseTo(base.transferNs(), within(1e5));
    }

    private static double sum(StepParts parts) {
        return parts.computeNs() + parts.lateNs() + parts.transferNs() + parts.congestionNs();
    }

    @Test
    void whatCannotBeToldHasNoPartsUnderTheFork() {
        JobForecast job = MiniatureFabric.healthy().forecast(set("links@leaf1=down"));

        assertThat(job.forkParts()).isNull();
    }

    @Test
    void portsTellPausesQueuesAndLoadOfBaseAndFork() {
        Forecast forecast = MiniatureFabric.withStorm().whole(set("pause-storm@h1=off"), set("link@leaf0:spine0=down"));

        PortForecast held = port(forecast, PortId.of("leaf0", "h1"));
        // 120 us of every 200 us, while there is something to hold back
        assertThat(held.base().pausedShare()).isBetween(0.3, 0.6);
        assertThat(held.fork().pausedShare()).isZero();
        assertThat(held.base().load()).isBetween(0.1, held.fork().load());
        assertThat(held.base().queuePeakBytes()).isPositive();
        assertThat(forecast.ports()).extracting(PortForecast::port).isSorted().doesNotHaveDuplicates();
        assertThat(forecast.ports())
                .filteredOn(port -> port.port().equals(PortId.of("leaf0", "spine0")))
                .allSatisfy(port -> assertThat(port.fork()).isNull());
    }

    private static PortForecast port(Forecast forecast, PortId port) {
        return forecast.ports().stream()
                .filter(each -> each.port().equals(port))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void jobsAreSortedByEffectAndThoseThatCannotGoOnComeFirst() {
        Forecast forecast = new Forecast(
                "what if",
                new FabricId("fabric"),
                "digest",
                0,
                List.of(),
                1,
                List.of(job("a", 1.0), job("b", 1.2), job("c", null), job("d", 0.7)),
                "not yet measured",
                List.of(),
                List.of(),
                null);

        assertThat(forecast.jobsByEffect()).extracting(job -> job.job().value()).containsExactly("c", "d", "b", "a");
    }

    private static JobForecast job(String name, @Nullable Double likely) {
        Ratio ratio = likely == null ? null : new Ratio(likely, likely, likely);
        return new JobForecast(
                new JobId(name),
                0,
                9,
                1e6,
                likely == null ? null : (Double) (1e6 * likely),
                ratio,
                ratio == null ? Verdict.CANNOT_TELL : Verdict.of(ratio),
                List.of("because"));
    }
}
