package io.fabrictwin.model.calibration;

/**
 * Adaptive conformal inference (Gibbs and Candes 2021): the share that intervals may miss is moved after each forecast, so
 * that in the long run they miss just as often as they should, also where the fabric drifts.
 *
 * @param target share of misses that is wanted, such as 0.1
 * @param current share to ask the next interval for; may leave 0 to 1
 * @param step how fast it moves, 0.01 to 0.05 as a rule
 */
public record AdaptiveLevel(double target, double current, double step) {
    public AdaptiveLevel {
        if (!(target > 0 && target < 1 && step > 0)) {
            throw new IllegalArgumentException("adaptive level with target " + target + " and step " + step);
        }
    }

    /** Begins at the target. */
    public static AdaptiveLevel of(double target, double step) {
        return new AdaptiveLevel(target, target, step);
    }

    /** After one more forecast: {@code current + step (target - missed)}. */
    public AdaptiveLevel after(boolean isMissed) {
        return new AdaptiveLevel(target, current + step * (target - (isMissed ? 1 : 0)), step);
    }

    /** Level for the next interval, 0 to 1; 1 asks for one without end, 0 for an empty one. */
    public double level() {
        return Math.max(0, Math.min(1, 1 - current));
    }
}
