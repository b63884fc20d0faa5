package io.fabrictwin.cli.render;

import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.testkit.golden.Golden;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForecastsGoldenTest {
    private static final Forecast FORECAST = SampleForecast.of(new Ratio(1.2, 1.25, 1.3));

    @ParameterizedTest
    @CsvSource({"table, false", "table, true", "md, false", "md, true", "csv, false"})
    void theAnswerIsToldByEffectWithPartsAndGates(Output output, boolean isDetailed) {
        StringWriter out = new StringWriter();
        Forecasts.print(
                new PrintWriter(out),
                output,
                Forecasts.rows(FORECAST),
                new Forecasts.Closing(FORECAST.accuracy(), UsedValues.summary(FORECAST.values()), isDetailed));

        Golden.matches("forecast/" + (isDetailed ? "detail." : "answer.") + output, out.toString());
    }

    @Test
    void theJsonHasEverythingUnderAVersion() {
        StringWriter out = new StringWriter();
        Table.printJson(new PrintWriter(out), ForecastJson.of(FORECAST));

        Golden.matches("forecast/answer.json", out.toString());
    }
}
