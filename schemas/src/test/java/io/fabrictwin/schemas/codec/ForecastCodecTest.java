package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.event.CollectiveOperation;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import io.fabrictwin.model.measure.CollectiveMeasure;
import io.fabrictwin.model.measure.CriticalPath;
import io.fabrictwin.model.measure.Measures;
import io.fabrictwin.model.measure.PortWait;
import io.fabrictwin.model.measure.Recovery;
import io.fabrictwin.model.measure.ScaledJob;
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.ForecastScope;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastCodecTest {
    private static final Measures KNOWN = new Measures(
            3,
            4,
            List.of(new CollectiveMeasure(
                    CollectiveOperation.ALL_REDUCE, 16_000_000, 8, 12, 2.7e6, 2.6e6, 0.02, 4e4, 5.9e9, 10.4e9)),
            new Tail(1_344, 1.05, 2.5, 3.5),
            new StepTimes(40, 4.6e6, 4.9e6),
            0.01,
            new Recovery(7, 8e4, 2e5, 1e4),
            new CriticalPath(0.4, 0.05, 0.35, 0.25, List.of(new PortWait(PortId.of("leaf0", "spine1"), 0.2))),
            1.2,
            List.of(new ScaledJob(4, 2.4e6, 4.4e6), new ScaledJob(16, 2.8e6, 4.8e6)),
            List.of());
    private static final Measures UNKNOWN = new Measures(
            1,
            1,
            List.of(new CollectiveMeasure(CollectiveOperation.GATHER, 0, 2, 1, 0, 0, null, 0, null, null)),
            new Tail(12, 1, null, null),
            new StepTimes(3, 4.6e6, null),
            null,
            null,
            null,
            null,
            List.of(new ScaledJob(4, 1e6, null)),
            List.of("jitter of steps: one step is too few"));

    @Test
    void measuresValuesAndPortsComeBackAsTheyWereSent() {
        Forecast forecast = new Forecast(
                "what if",
                new FabricId("fabric"),
                "9f86d081",
                1_790_000_000_000_000_000L,
                List.of(),
                7,
                List.of(new JobForecast(
                                new JobId("job"),
                                10,
                                20,
                                1e6,
                                1e6,
                                new Ratio(1, 1, 1),
                                Verdict.NO_MATERIAL_CHANGE,
                                List.of("nothing is changed"))
                        .measured(KNOWN, UNKNOWN)),
                "not yet measured",
                List.of(
                        new UsedValue(
                                "DCQCN gain",
                                "0.00390625 (4 of 6 hosts)",
                                Status.MEASURED,
                                "told by the fabric's events"),
                        new UsedValue(
                                "DCQCN gain", "0.00390625 (2 of 6 hosts)", Status.ASSUMED, "the vendor's default"),
                        new UsedValue("interval, reach to either side", "1.9 spreads", Status.FITTED, "past changes")),
                List.of(
                        new PortForecast(
                                PortId.of("leaf0", "spine1"),
                                new PortLoad(0.4, 0.02, 0.1, 1_600_000),
                                new PortLoad(0.3, 0, 0, 80_000)),
                        new PortForecast(PortId.of("leaf0", "spine2"), new PortLoad(0.4, 0, 0, 0), null)),
                new ForecastScope(
                        1_790_000_000_000_000_000L,
                        1_790_000_060_000_000_000L,
                        Reading.STRICT,
                        1_790_000_100_000_000_000L));
        ForecastCodec codec = new ForecastCodec();

        assertThat(codec.decode(codec.encode(forecast))).isEqualTo(forecast);
    }
}
