package io.fabrictwin.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.FabricId;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static Forecast forecast(@Nullable ForecastScope scope) {
        return new Forecast(
                "what if",
                new FabricId("fabric"),
                "9f86d081",
                1_000,
                List.of("set-ecn leaf1 kmin=100KB", "drain-link leaf1:spine1"),
                7,
                List.of(),
                "not yet measured",
                List.of(),
                List.of(),
                scope);
    }

    @Test
    void questionsThatDifferInWindowReadingOrWhatWasKnownHaveIdsOfTheirOwn() {
        ForecastScope scope = new ForecastScope(1_000, 2_000, Reading.OPEN_BOOK, null);
        Stream<Forecast> forecasts = Stream.of(
                forecast(scope),
                forecast(new ForecastScope(1_500, 2_000, Reading.OPEN_BOOK, null)),
                forecast(new ForecastScope(1_000, 2_500, Reading.OPEN_BOOK, null)),
                forecast(new ForecastScope(1_000, 2_000, Reading.STRICT, null)),
                forecast(scope).knownAt(1_800L),
                forecast(scope).knownAt(1_900L));

        assertThat(forecasts.map(Forecast::id)).doesNotHaveDuplicates();
        assertThat(forecast(scope).id()).isEqualTo(forecast(scope).id());
    }

    @Test
    void aForecastOfTheFirstVersionsKeepsItsId() {
        assertThat(forecast(null).knownAt(1_800L).id())
                .isEqualTo("fabric/what if/1000/set-ecn leaf1 kmin=100KB,drain-link leaf1:spine1/7");
    }
}
