package io.fabrictwin.replay.operator;

import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.schemas.codec.ForecastCodec;

/**
 * What came of one scenario, in fields that Flink knows.
 *
 * @param index its place among those asked
 * @param forecastId key of the forecast; empty where it was refused
 * @param forecast encoded; empty where it was refused
 * @param refusal why there is no forecast, for who asked; empty where there is one
 * @param undecodableCount records of the log that could not be decoded: what they told is missing
 */
@SuppressWarnings("ArrayRecordComponent") // Flink reads the fields; nobody compares such records.
public record ScenarioAnswer(int index, String forecastId, byte[] forecast, String refusal, long undecodableCount) {
    private static final byte[] NO_BYTES = {};

    static ScenarioAnswer forecast(AskedScenario scenario, Forecast forecast, long undecodableCount) {
        return new ScenarioAnswer(
                scenario.index(), forecast.id(), new ForecastCodec().encode(forecast), "", undecodableCount);
    }

    /** There is no forecast, and this is why. */
    public static ScenarioAnswer refused(AskedScenario scenario, String why, long undecodableCount) {
        return new ScenarioAnswer(scenario.index(), "", NO_BYTES, why, undecodableCount);
    }
}
