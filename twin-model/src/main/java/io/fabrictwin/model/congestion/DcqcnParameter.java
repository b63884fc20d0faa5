package io.fabrictwin.model.congestion;

import java.util.Map;

/**
 * Names under which NIC tools show and set DCQCN, with the vendor's defaults. Names and defaults: the vendor's DCQCN
 * parameter page and dumps of NIC configurations; the unit of {@link #RPG_BYTE_RESET} is inferred from another tool's
 * text, which gives 2 MB. What only classifies notifications (their DSCP, their priority, the mask of controlled
 * priorities) is no part of the rate control and not listed.
 */
public enum DcqcnParameter {
    /** Timer of rate increases, us. */
    RPG_TIME_RESET(300),
    /** Byte counter of rate increases, units of 64 B; 0 turns it off. */
    RPG_BYTE_RESET(32_767),
    /** Rounds of fast recovery. */
    RPG_THRESHOLD(1),
    /** Step of additive increase, Mbit/s. */
    RPG_AI_RATE(5),
    /** Step of hyper increase, Mbit/s. */
    RPG_HAI_RATE(50),
    /** Highest rate, Mbit/s; 0: that of the line. */
    RPG_MAX_RATE(0),
    /** Lowest rate, Mbit/s. */
    RPG_MIN_RATE(1),
    /** A cut takes alpha / 2^(value - 10) of the rate. */
    RPG_GD(11),
    /** Percent of the rate that one cut leaves at least. */
    RPG_MIN_DEC_FAC(50),
    /** Alpha keeps value / 1024 of itself in a period. */
    DCE_TCP_G(1019),
    /** Period of alpha's update, us. */
    DCE_TCP_RTT(1),
    /** Period of the check that may cut the rate, us. */
    RATE_REDUCE_MONITOR_PERIOD(4),
    /** Alpha at the first notification, of 1024. */
    INITIAL_ALPHA_VALUE(1023),
    /** Rate that the first notification sets, Mbit/s; 0: none. */
    RATE_TO_SET_ON_FIRST_CNP(0),
    /** 1: every cut takes the rate before it as the new target. */
    CLAMP_TGT_RATE(0),
    /** 1: a cut does so only if the timer raised the rate since the last cut; 0: also if the byte counter did. */
    CLAMP_TGT_RATE_AFTER_TIME_INC(1),
    /** Least time between two notifications of the receiver to a flow, us. */
    MIN_TIME_BETWEEN_CNPS(4);

    private final double usual;

    DcqcnParameter(double usual) {
        this.usual = usual;
    }

    /** The vendor's default, in the unit of this parameter. */
    public double usual() {
        return usual;
    }

    /**
     * The rate control of a NIC with these settings.
     *
     * @param settings values in the units of the parameters; what is missing has the vendor's default
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static DcqcnProfile profile(Map<DcqcnParameter, Double> settings) {
        DcqcnVariant variant = new DcqcnVariant(
                false,
                nanoseconds(settings, MIN_TIME_BETWEEN_CNPS),
                value(settings, INITIAL_ALPHA_VALUE) / 1024,
                Math.scalb(1.0, (int) value(settings, RPG_GD) - 10),
                value(settings, RPG_MIN_DEC_FAC) / 100,
                value(settings, RATE_TO_SET_ON_FIRST_CNP) * 1e6,
                targetFollows(settings),
                Math.round(value(settings, RPG_BYTE_RESET) * 64),
                false,
                value(settings, RPG_MAX_RATE) * 1e6);
        return new DcqcnProfile(
                1 - value(settings, DCE_TCP_G) / 1024,
                nanoseconds(settings, DCE_TCP_RTT),
                nanoseconds(settings, RATE_REDUCE_MONITOR_PERIOD),
                nanoseconds(settings, RPG_TIME_RESET),
                value(settings, RPG_AI_RATE) * 1e6,
                value(settings, RPG_HAI_RATE) * 1e6,
                value(settings, RPG_MIN_RATE) * 1e6,
                (int) value(settings, RPG_THRESHOLD),
                variant);
    }

    private static DcqcnVariant.TargetFollows targetFollows(Map<DcqcnParameter, Double> settings) {
        if (value(settings, CLAMP_TGT_RATE) != 0) {
            return DcqcnVariant.TargetFollows.ALWAYS;
        }
        return value(settings, CLAMP_TGT_RATE_AFTER_TIME_INC) != 0
                ? DcqcnVariant.TargetFollows.AFTER_TIMER_INCREASE
                : DcqcnVariant.TargetFollows.AFTER_INCREASE;
    }

    private static long nanoseconds(Map<DcqcnParameter, Double> settings, DcqcnParameter name) {
        return Math.round(value(settings, name) * 1000);
    }

    private static double value(Map<DcqcnParameter, Double> settings, DcqcnParameter name) {
        Double set = settings.get(name);
        return set == null ? name.usual : set;
    }
}
