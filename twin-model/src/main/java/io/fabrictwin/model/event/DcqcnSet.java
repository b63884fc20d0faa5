package io.fabrictwin.model.event;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN constants of a sender; null leaves a constant as it was.
 *
 * @param meta where, when and from whom
 * @param device host or NIC
 * @param gain weight g of a new congestion estimate, 0 to 1; null: not told
 * @param alphaTimerNs period of the estimate's update; null: not told
 * @param rateDecreaseIntervalNs least time between two cuts; null: not told
 * @param rateIncreaseTimerNs time without a cut before an increase; null: not told
 * @param additiveIncreaseBitsPerSecond step of additive increase; null: not told
 * @param hyperIncreaseBitsPerSecond step of hyper increase; null: not told
 * @param minRateBitsPerSecond lowest rate of a flow; null: not told
 * @param fastRecoveryTimes rounds of fast recovery; null: not told
 */
public record DcqcnSet(
        EventMeta meta,
        DeviceId device,
        @Nullable Double gain,
        @Nullable Long alphaTimerNs,
        @Nullable Long rateDecreaseIntervalNs,
        @Nullable Long rateIncreaseTimerNs,
        @Nullable Long additiveIncreaseBitsPerSecond,
        @Nullable Long hyperIncreaseBitsPerSecond,
        @Nullable Long minRateBitsPerSecond,
        @Nullable Integer fastRecoveryTimes)
        implements FabricEvent {

    public DcqcnSet {
        Require.share("gain", gain);
        Require.notNegative("alphaTimerNs", alphaTimerNs);
        Require.notNegative("rateDecreaseIntervalNs", rateDecreaseIntervalNs);
        Require.notNegative("rateIncreaseTimerNs", rateIncreaseTimerNs);
        Require.notNegative("additiveIncreaseBitsPerSecond", additiveIncreaseBitsPerSecond);
        Require.notNegative("hyperIncreaseBitsPerSecond", hyperIncreaseBitsPerSecond);
        Require.notNegative("minRateBitsPerSecond", minRateBitsPerSecond);
        Require.notNegative("fastRecoveryTimes", fastRecoveryTimes);
    }

    @Override
    public Topic topic() {
        return Topic.CONFIG;
    }

    @Override
    public String key() {
        return device.value();
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.dcqcnSet(this);
    }
}
