package io.fabrictwin.model.flow;

/**
 * How a constraint serves one class.
 *
 * @param tier strict priority: a class gets only what all classes of higher tiers leave
 * @param share weight among the backlogged classes of its tier (ETS, DWRR), positive and finite
 */
public record ServiceClass(int tier, double share) {
    public ServiceClass {
        if (!(share > 0) || Double.isInfinite(share)) {
            throw new IllegalArgumentException("share of a service class must be positive and finite: " + share);
        }
    }
}
