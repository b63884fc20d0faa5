package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.scenario.Forecast;
import java.util.List;

/** Forecasts to bytes and back. Thread-safe; instances are free and alike. */
public final class ForecastCodec {
    private static final RecordCodec<Forecast> RECORDS = new RecordCodec<>("a forecast", List.of(Forecast.class));

    /** As {@link EventCodec#encode}. */
    public byte[] encode(Forecast forecast) {
        return RECORDS.encode(forecast);
    }

    /** As {@link EventCodec#decode}. */
    public Forecast decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
