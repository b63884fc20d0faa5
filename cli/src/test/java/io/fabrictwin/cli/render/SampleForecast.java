package io.fabrictwin.cli.render;

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
import io.fabrictwin.model.measure.StepTimes;
import io.fabrictwin.model.measure.Tail;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.PortForecast;
import io.fabrictwin.model.scenario.PortLoad;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.List;

/** An answer with a job that is slower, one that is untouched and one that is cut off. */
public final class SampleForecast {
    private static final PortId UPLINK = PortId.of("leaf3", "spine1");

    private SampleForecast() {}

    public static Forecast of(Ratio slower) {
        return new Forecast(
                "drain spine0 | spine2",
                new FabricId("roce"),
                "9f86d081",
                1_772_366_400_000_000_000L,
                List.of("links@spine0=down", "links@spine2=down"),
                1,
                List.of(
                        new JobForecast(
                                        new JobId("finetune"),
                                        40,
                                        59,
                                        2e6,
                                        2e6,
                                        new Ratio(0.99, 1.0, 1.01),
                                        Verdict.NO_MATERIAL_CHANGE,
                                        List.of("shares no link with what is drained"))
                                .measured(measures(2e6, 0), measures(2e6, 0)),
                        new JobForecast(
                                        new JobId("pretraining"),
                                        10,
                                        29,
                                        8e6,
                                        8e6 * slower.likely(),
                                        slower,
                                        Verdict.of(slower),
                                        List.of("the drained link leaf3:spine0 carries 12.4 MB in the base run"))
                                .measured(measures(8e6, 0.1), measures(8e6 * slower.likely(), 0.3)),
                        new JobForecast(
                                new JobId("eval_1"),
                                0,
                                9,
                                1e6,
                                null,
                                null,
                                Verdict.CANNOT_TELL,
                                List.of("no path is left from h7 to h8; the job cannot go on"))),
                "not yet measured",
                List.of(
                        new UsedValue("ECN thresholds", "Kmin 400 KB", Status.MEASURED, "told by the fabric's events"),
                        new UsedValue("acknowledgement", "60 B", Status.ASSUMED, "documented constant")),
                List.of(new PortForecast(
                        UPLINK, new PortLoad(0.4, 0.001, 0, 300_000), new PortLoad(0.8, 0.024, 0.1, 2_100_000))),
                null);
    }

    private static Measures measures(double stepNs, double waitingShare) {
        return new Measures(
                5,
                20,
                List.of(new CollectiveMeasure(
                        CollectiveOperation.ALL_REDUCE,
                        64_000_000,
                        8,
                        100,
                        stepNs / 2,
                        stepNs / 2,
                        0.02,
                        4e4,
                        1e10,
                        1.75e10)),
                new Tail(800, 1.1, 1.5, null),
                new StepTimes(100, stepNs, 1.05 * stepNs),
                0.015,
                waitingShare > 0 ? new Recovery(12, 8e4, 2e5, 1e4) : null,
                new CriticalPath(
                        0.5,
                        0.05,
                        0.5 - waitingShare,
                        waitingShare,
                        waitingShare > 0 ? List.of(new PortWait(UPLINK, waitingShare)) : List.of()),
                null,
                List.of(),
                List.of("interference: no other job runs"));
    }
}
