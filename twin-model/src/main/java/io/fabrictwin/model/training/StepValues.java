package io.fabrictwin.model.training;

import io.fabrictwin.model.calibration.Status;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.cluster.ClusterDescription;
import io.fabrictwin.model.nccl.ClusterValues;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists what the forecast of a step rests on. */
public final class StepValues {
    private static final String DESCRIPTION = "told by the job's description";

    private StepValues() {}

    /**
     * For a described job on a described cluster.
     *
     * @param job as it was forecast, its speed fitted if it was
     * @param observedSeconds of the step that the speed was fitted to; null where it was told
     * @param seeds hash seeds that were drawn; 1 where no hash decides
     */
    public static List<UsedValue> of(
            JobDescription job, @Nullable Double observedSeconds, ClusterDescription cluster, int seeds) {
        List<UsedValue> values = new ArrayList<>();
        values.add(new UsedValue(
                "computing",
                speed(job.compute()),
                observedSeconds == null ? Status.MEASURED : Status.FITTED,
                observedSeconds == null
                        ? DESCRIPTION
                        : "fit to an observed step of " + UsedValue.text(observedSeconds, "s")));
        Jitter jitter = job.jitter();
        boolean hasJitter = jitter.synchronizations() > 0 && jitter.sigmaSeconds() > 0;
        values.add(
                hasJitter
                        ? new UsedValue(
                                "jitter of ranks",
                                UsedValue.text(jitter.sigmaSeconds() * 1e3, "ms") + ", synchronized "
                                        + jitter.synchronizations() + " times a step",
                                Status.MEASURED,
                                DESCRIPTION)
                        : new UsedValue("jitter of ranks", "none", Status.ASSUMED, "the description tells none"));
        values.add(
                job.overlap().equals(Overlap.COMMON)
                        ? new UsedValue("overlap", "as common", Status.ASSUMED, "what frameworks hide as a rule")
                        : new UsedValue("overlap", "as told", Status.MEASURED, DESCRIPTION));
        values.add(UsedValue.of(
                "time in which nothing works for a step",
                job.hostSeconds(),
                "s",
                job.hostSeconds() > 0 ? Status.MEASURED : Status.ASSUMED,
                job.hostSeconds() > 0 ? DESCRIPTION : "the description tells none"));
        values.addAll(ClusterValues.ofNodes(cluster));
        if (seeds > 1) {
            values.add(new UsedValue(
                    "hash of switches", seeds + " seeds", Status.ASSUMED, "drawn, as the hash is not known"));
        }
        return values;
    }

    private static String speed(Compute compute) {
        if (compute instanceof Compute.Speed speed) {
            return UsedValue.text(speed.flopsPerSecond() / 1e12, "Tflop/s a GPU");
        }
        Compute.LayerTime layer = (Compute.LayerTime) compute;
        return UsedValue.text(layer.forwardSeconds() * 1e3, "ms") + " forward, "
                + UsedValue.text(layer.backwardSeconds() * 1e3, "ms") + " backward a layer and micro-batch";
    }
}
