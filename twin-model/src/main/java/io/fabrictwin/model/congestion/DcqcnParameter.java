package io.fabrictwin.model.congestion;

import java.util.Map;

/**
 * Names under which NIC tools show and set DCQCN, with the vendor's defaults. Names and defaults: the vendor's DCQCN
 * parameter page and dumps of NIC configurations; the unit of {@link #RPG_BYTE_RESET} is inferred from another tool's
 * text, which gives 2 MB. What only classifies notifications (their DSCP, their priority, the mask of controlled
 * priorities) is no part of the rate control and not listed.
 */
public enum DcqcnParameter {
    RPG_TIME_RESET(300, "us", "timer of rate increases"),
    RPG_BYTE_RESET(32_767, "units of 64 B", "byte counter of rate increases; 0 turns it off"),
    RPG_THRESHOLD(1, "count", "rounds of fast recovery"),
    RPG_AI_RATE(5, "Mbit/s", "step of additive increase"),
    RPG_HAI_RATE(50, "Mbit/s", "step of hyper increase"),
    RPG_MAX_RATE(0, "Mbit/s", "highest rate; 0: that of the line"),
    RPG_MIN_RATE(1, "Mbit/s", "lowest rate"),
    RPG_GD(11, "exponent", "a cut takes alpha / 2^(value - 10) of the rate"),
    RPG_MIN_DEC_FAC(50, "percent", "share of the rate that one cut leaves at least"),
    DCE_TCP_G(1019, "of 1024", "alpha keeps this share of itself in a period"),
    DCE_TCP_RTT(1, "us", "period of alpha's update"),
    RATE_REDUCE_MONITOR_PERIOD(4, "us", "period of the check that may cut the rate"),
    INITIAL_ALPHA_VALUE(1023, "of 1024", "alpha at the first notification"),
    RATE_TO_SET_ON_FIRST_CNP(0, "Mbit/s", "rate that the first notification sets; 0: none"),
    CLAMP_TGT_RATE(0, "0 or 1", "1: every cut takes the rate before it as the new target"),
    CLAMP_TGT_RATE_AFTER_TIME_INC(1, "0 or 1", "1: a cut does so only if the timer raised the rate since the last cut"),
    MIN_TIME_BETWEEN_CNPS(4, "us", "least time between two notifications of the receiver to a flow");

    private final double usual;
    private final String unit;
    private final String meaning;

    DcqcnParameter(double usual, String unit, String meaning) {
        this.usual = usual;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** The vendor's default, in the unit of this parameter. */
    public double usual() {
        return usual;
    }

    /** The unit of its values, for people. */
    public String unit() {
        return unit;
    }

    /** What it is, in one line. */
    public String meaning() {
        return meaning;
    }

    /**
     * The rate control of a NIC with these settings.
     *
     * @param settings values in the units of the parameters; what is missing has the vendor's default
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static DcqcnProfile profile(Map<DcqcnParameter, Double> settings) {
        DcqcnProfile profile = new DcqcnProfile(0, 1, 1, 1, 0, 0, 1, 0);
        for (DcqcnParameter parameter : values()) {
            Double set = settings.get(parameter);
            profile = parameter.in(profile, set == null ? parameter.usual : set);
        }
        return profile;
    }

    /**
     * The same rate control with another value of this parameter.
     *
     * @param value in the unit of this parameter
     * @throws IllegalArgumentException if it is out of its range
     */
    public DcqcnProfile in(DcqcnProfile profile, double value) {
        return new DcqcnProfile(
                this == DCE_TCP_G ? 1 - value / 1024 : profile.g(),
                this == DCE_TCP_RTT ? nanoseconds(value) : profile.alphaTimerNs(),
                this == RATE_REDUCE_MONITOR_PERIOD ? nanoseconds(value) : profile.rateDecreaseIntervalNs(),
                this == RPG_TIME_RESET ? nanoseconds(value) : profile.rateIncreaseTimerNs(),
                this == RPG_AI_RATE ? value * 1e6 : profile.additiveIncreaseBitsPerSecond(),
                this == RPG_HAI_RATE ? value * 1e6 : profile.hyperIncreaseBitsPerSecond(),
                this == RPG_MIN_RATE ? value * 1e6 : profile.minRateBitsPerSecond(),
                this == RPG_THRESHOLD ? (int) value : profile.fastRecoveryTimes(),
                in(profile.variant(), value));
    }

    private DcqcnVariant in(DcqcnVariant variant, double value) {
        return new DcqcnVariant(
                variant.cutsAtOnce(),
                this == MIN_TIME_BETWEEN_CNPS ? nanoseconds(value) : variant.notificationIntervalNs(),
                this == INITIAL_ALPHA_VALUE ? value / 1024 : variant.initialAlpha(),
                this == RPG_GD ? Math.scalb(1.0, (int) value - 10) : variant.cutDivisor(),
                this == RPG_MIN_DEC_FAC ? value / 100 : variant.leastKeptShare(),
                this == RATE_TO_SET_ON_FIRST_CNP ? value * 1e6 : variant.firstRateBitsPerSecond(),
                targetFollows(variant.targetFollows(), value != 0),
                this == RPG_BYTE_RESET ? Math.round(value * 64) : variant.byteCounterBytes(),
                variant.hyperIncreaseGrows(),
                this == RPG_MAX_RATE ? value * 1e6 : variant.maxRateBitsPerSecond());
    }

    private DcqcnVariant.TargetFollows targetFollows(DcqcnVariant.TargetFollows before, boolean isOn) {
        boolean isAlways = before == DcqcnVariant.TargetFollows.ALWAYS;
        if (this == CLAMP_TGT_RATE && isOn != isAlways) {
            return isOn ? DcqcnVariant.TargetFollows.ALWAYS : DcqcnVariant.TargetFollows.AFTER_TIMER_INCREASE;
        }
        if (this == CLAMP_TGT_RATE_AFTER_TIME_INC && !isAlways) {
            return isOn ? DcqcnVariant.TargetFollows.AFTER_TIMER_INCREASE : DcqcnVariant.TargetFollows.AFTER_INCREASE;
        }
        return before;
    }

    private static long nanoseconds(double microseconds) {
        return Math.round(microseconds * 1000);
    }
}
