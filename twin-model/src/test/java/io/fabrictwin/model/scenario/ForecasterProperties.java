package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecasterProperties {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void nothingChangedIsExactlyTheBaseAndTheAnswerRepeats(long seed) {
        Random random = new Random(seed);
        MiniatureFabric fabric = random.nextBoolean()
                ? MiniatureFabric.withStorm()
                : MiniatureFabric.recorded(500_000 + random.nextInt(200_000));
        long baseNs = Math.round(random.nextDouble() * fabric.forkNs());
        long endNs = baseNs + fabric.stepNs() * (2 + random.nextInt(4));
        Scenario nothing = new Scenario("nothing", baseNs, baseNs, endNs, List.of(), seed);
        Scenario moved =
                new Scenario("moved", baseNs, baseNs, endNs, List.of(Change.parse("hosts@job0", "h2,h0,h3,h1")), seed);

        JobForecast job = Forecaster.forecast(fabric.frame(), fabric.window(), nothing)
                .jobs()
                .get(0);
        assertThat(job.ratio()).isEqualTo(new Ratio(1, 1, 1));
        assertThat(Forecaster.forecast(fabric.frame(), fabric.window(), moved))
                .isEqualTo(Forecaster.forecast(fabric.frame(), fabric.window(), moved));
    }
}
