package io.fabrictwin.model.training;

/**
 * The mixture-of-experts part of a model.
 *
 * @param layers layers that have experts; 0 for a dense model
 * @param count experts per layer
 * @param perToken experts that each token visits (top-k)
 * @param parameters parameters of all experts of all layers together
 * @param imbalance tokens of the hottest member of an expert-parallel group over their mean, at least 1
 */
public record Experts(int layers, int count, int perToken, long parameters, double imbalance) {
    /** A dense model. */
    public static final Experts NONE = new Experts(0, 1, 1, 0, 1);

    public Experts {
        Require.notNegative("experts.layers", layers);
        Require.positive("experts.count", count);
        Require.positive("experts.perToken", perToken);
        Require.notNegative("experts.parameters", (double) parameters);
        Require.atLeastOne("experts.imbalance", imbalance);
        if (perToken > count) {
            throw new IllegalArgumentException("experts.perToken " + perToken + " is more than experts.count " + count);
        }
        if (layers == 0 && parameters > 0) {
            throw new IllegalArgumentException(
                    "experts.parameters " + parameters + " in 0 layers: give experts.layers");
        }
    }
}
