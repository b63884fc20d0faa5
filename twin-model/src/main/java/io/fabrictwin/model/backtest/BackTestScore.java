package io.fabrictwin.model.backtest;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.model.scenario.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was forecast for a job as of a change, and what came.
 *
 * @param changeTimeNs event time of the change, ns since 1970
 * @param kind of the change, such as {@code set-ecn}
 * @param changes as a person would type them
 * @param steps steps after the change that were compared
 * @param beforeNs mean step time just before the change, which the forecast moved
 * @param afterNs mean step time that came
 * @param ratio that was forecast, after over before; null: it could not be told
 * @param verdict that was forecast
 * @param crps continuous ranked probability score of the forecast's logarithm; null without a ratio
 * @param noChangeCrps that of the steps before, taken as what comes: "no change"
 */
public record BackTestScore(
        FabricId fabric,
        long changeTimeNs,
        JobId job,
        String kind,
        List<String> changes,
        int steps,
        double beforeNs,
        double afterNs,
        @Nullable Ratio ratio,
        Verdict verdict,
        @Nullable Double crps,
        double noChangeCrps) {
    public BackTestScore {
        changes = List.copyOf(changes);
        if (!(beforeNs > 0 && afterNs > 0)) {
            throw new IllegalArgumentException(
                    "job " + job + " is scored with steps of " + beforeNs + " ns before and " + afterNs + " ns after");
        }
    }

    /** The same for the same change and job: scored again it is replaced. */
    public String id() {
        return fabric + "/" + changeTimeNs + "/" + job;
    }

    /** After over before, as it came. */
    public double observedRatio() {
        return afterNs / beforeNs;
    }

    /** The verdict that what came earns. */
    public Verdict observedVerdict() {
        return Verdict.of(new Ratio(observedRatio(), observedRatio(), observedRatio()));
    }

    public boolean isVerdictRight() {
        return verdict == observedVerdict();
    }

    /** Whether what came lay within its interval; false where there was none. */
    public boolean isHeld() {
        return ratio != null && ratio.low() <= observedRatio() && observedRatio() <= ratio.high();
    }

    /** Forecast step time less the one that came, over the latter; empty without a ratio. */
    public Optional<Double> relativeError() {
        return ratio == null ? Optional.empty() : Optional.of(ratio.likely() / observedRatio() - 1);
    }

    /** For intervals that rest on past changes; empty without a ratio, or where nothing was to change. */
    public Optional<PastChange> pastChange() {
        return ratio == null || ratio.spread() == 0
                ? Optional.empty()
                : Optional.of(new PastChange(
                        kind, StrictMath.log(ratio.likely()), StrictMath.log(observedRatio()), ratio.spread()));
    }
}
