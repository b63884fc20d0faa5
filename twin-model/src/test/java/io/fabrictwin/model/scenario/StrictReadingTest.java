package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictReadingTest {
    private static final Change SLOWER_LINK = Change.parse("link-rate@h1:leaf0", "25Gbit/s");

    @Test
    void itNeedsNothingOfTheFuture() {
        Supplier<MiniatureFabric> whole = MiniatureFabric::healthy;
        long forkNs = whole.get().forkNs();

        JobForecast cut = whole.get()
                .without(event -> event.meta().eventTimeNs() > forkNs)
                .strict(SLOWER_LINK)
                .jobs()
                .get(0);

        assertThat(cut).isEqualTo(whole.get().strict(SLOWER_LINK).jobs().get(0));
        assertThat(cut.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(cut.ratio().likely())
                .isCloseTo(whole.get().forecast(SLOWER_LINK).ratio().likely(), within(0.01));
        assertThat(cut.firstStep()).isEqualTo(2);
        assertThat(cut.lastStep()).isEqualTo(5);
        assertThat(cut.recordedStepTimeNs()).isEqualTo((double) whole.get().stepNs());
        assertThat(cut.reasons()).contains("read: strict");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatAStepComputesIsNotKnownAtItsBegin(int step) {
        assertThat(MiniatureFabric.healthy()
                        .withComputing(step, 1_300_000)
                        .strict(SLOWER_LINK)
                        .jobs())
                .isEqualTo(MiniatureFabric.healthy().strict(SLOWER_LINK).jobs());
        assertThat(MiniatureFabric.healthy().withComputing(step, 1_300_000).forecast(SLOWER_LINK))
                .isNotEqualTo(MiniatureFabric.healthy().forecast(SLOWER_LINK));
    }

    @Test
    void aForkBeforeTheFirstStepWasOverCannotTell() {
        JobForecast job =
                MiniatureFabric.healthy().forkedAt(0).strict(SLOWER_LINK).jobs().get(0);

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons()).containsExactly("no step of this job was over before the base time");
    }

    @Test
    void aStepUnderWayHasComeAsFarAsThoseBefore() {
        MiniatureFabric fabric = MiniatureFabric.healthy();
        long stepNs = fabric.stepNs();
        Scenario scenario = new Scenario(
                "test", 2 * stepNs + stepNs / 2, 3 * stepNs, 6 * stepNs, List.of(SLOWER_LINK), 7, Reading.STRICT);

        JobForecast job = Forecaster.forecast(fabric.frame(), fabric.window(), scenario)
                .jobs()
                .get(0);

        assertThat(job.firstStep()).isEqualTo(3);
        assertThat(job.lastStep()).isEqualTo(5);
        assertThat(job.verdict()).isEqualTo(Verdict.SLOWER);
    }
}
