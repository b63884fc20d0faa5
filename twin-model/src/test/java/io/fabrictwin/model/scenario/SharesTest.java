package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forecasts by runs at steady shares, beside those that follow queues. */
class SharesTest {
    private final MiniatureFabric healthy = MiniatureFabric.healthy();

    private static JobForecast atShares(MiniatureFabric fabric, String... texts) {
        Change[] changes = Arrays.stream(texts)
                .map(text -> Change.parse(text.split("=", 2)[0], text.split("=", 2)[1]))
                .toArray(Change[]::new);
        return Forecaster.of(fabric.frame(), fabric.window(), RunKind.SHARES)
                .forecast(fabric.scenario(changes))
                .jobs()
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "link-rate@leaf0:spine1=25Gbit/s",
                "link-rate@h1:leaf0=50Gbit/s",
                "compute-factor@job0/2=3",
                "ecn-kmin=800KB"
            })
    void theyAgreeWithThoseThatFollowQueues(String text) {
        JobForecast atShares = atShares(healthy, text);
        JobForecast followed = healthy.forecast(Change.parse(text.split("=", 2)[0], text.split("=", 2)[1]));

        assertThat(atShares.verdict()).isEqualTo(followed.verdict());
        assertThat(atShares.ratio().likely()).isCloseTo(followed.ratio().likely(), within(0.08));
        assertThat(atShares.reasons()).anySatisfy(reason -> assertThat(reason).startsWith("run at shares"));
        assertThat(followed.reasons()).noneSatisfy(reason -> assertThat(reason).startsWith("run at shares"));
    }

    @Test
    void aStormTakesItsShareOfThePort() {
        JobForecast job = atShares(MiniatureFabric.withStorm(), "pause-storm@h1=off");

        assertThat(job.verdict()).isEqualTo(Verdict.FASTER);
        assertThat(job.ratio().likely()).isCloseTo(0.68, within(0.06));
    }

    @Test
    void whereTheyDifferTheIntervalIsWider() {
        JobForecast atShares = atShares(healthy, "link-rate@leaf0:spine1=25Gbit/s");
        JobForecast followed = healthy.forecast(Change.parse("link-rate@leaf0:spine1", "25Gbit/s"));

        assertThat(atShares.ratio().high() / atShares.ratio().low())
                .isGreaterThan(1.1 * followed.ratio().high() / followed.ratio().low());
    }

    @Test
    void queuesOfSeveralPrioritiesCannotBeTold() {
        JobForecast job = atShares(healthy, "priority@job0=4", "strict@4=on");

        assertThat(job.verdict()).isEqualTo(Verdict.CANNOT_TELL);
        assertThat(job.reasons()).anySatisfy(reason -> assertThat(reason).contains("ask about a shorter window"));
    }

    @Test
    void whatIsNotFollowedIsNamedAndNotMeasured() {
        JobForecast job = atShares(healthy, "link-rate@leaf0:spine1=25Gbit/s");

        assertThat(job.forkMeasures()).isNotNull();
        assertThat(job.forkMeasures().tail()).isNull();
        assertThat(job.forkMeasures().recovery()).isNull();
        assertThat(job.forkMeasures().unknown())
                .containsAll(
                        List.of("tail: messages are not followed one by one", "recovery: queues are not followed"));
        assertThat(job.forkMeasures().collectives()).isNotEmpty();
    }

    /** Marks cost what they cost on the mean: there is no luck to run again for. */
    @Test
    void oneRunIsEnoughWherePathsAreKnown() {
        JobForecast job = atShares(MiniatureFabric.withStorm(), "pause-storm@h1=off");

        assertThat(job.baseMeasures()).isNotNull();
        assertThat(job.baseMeasures().runs()).isEqualTo(1);
        assertThat(job.forkMeasures()).isNotNull();
        assertThat(job.forkMeasures().runs()).isEqualTo(1);
    }
}
