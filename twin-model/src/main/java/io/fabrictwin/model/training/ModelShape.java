package io.fabrictwin.model.training;

/**
 * The network that is trained.
 *
 * @param parameters all parameters, P
 * @param layers transformer layers, L
 * @param hidden width of the activations, h
 * @param keyValueHidden width of the keys (and of the values) of a token: h times key-value heads over heads
 * @param vocabulary tokens of the vocabulary, V
 * @param sequence tokens of a sequence, s
 */
public record ModelShape(
        long parameters, int layers, int hidden, int keyValueHidden, int vocabulary, int sequence, Experts experts) {
    public ModelShape {
        Require.positive("model.parameters", (double) parameters);
        Require.positive("model.layers", layers);
        Require.positive("model.hidden", hidden);
        Require.positive("model.keyValueHidden", keyValueHidden);
        Require.positive("model.vocabulary", vocabulary);
        Require.positive("model.sequence", sequence);
        if (keyValueHidden > hidden) {
            throw new IllegalArgumentException(
                    "model.keyValueHidden " + keyValueHidden + " is more than model.hidden " + hidden);
        }
        if (experts.layers() > layers) {
            throw new IllegalArgumentException(
                    "experts.layers " + experts.layers() + " is more than model.layers " + layers);
        }
        if (experts.parameters() >= parameters) {
            throw new IllegalArgumentException("experts.parameters " + experts.parameters()
                    + " leave none of model.parameters " + parameters + " outside the experts");
        }
    }

    /** Parameters that are no expert's. */
    public long denseParameters() {
        return parameters - experts.parameters();
    }

    /** Parameters that a token meets. */
    public double activeParameters() {
        return denseParameters() + (double) experts.parameters() * experts.perToken() / experts.count();
    }

    /**
     * Floating-point operations of the forward pass per token: 2 P for the matrices and 4 L h s for attention, every
     * pair of tokens counted, as Narayanan et al. (SC'21, appendix) do.
     */
    public double forwardFlopsPerToken() {
        return 2 * activeParameters() + attentionFlopsPerToken();
    }

    /** Operations of the forward pass per token on the scores and the weighted values: 4 L h s. */
    public double attentionFlopsPerToken() {
        return 4.0 * layers * hidden * sequence;
    }

    /**
     * Operations per token of forward and backward pass, which takes twice as many: 6 P + 12 L h s. With
     * {@code recompute} the layers, but not the logits (2 V h), run forward once more; for P = 12 L h^2 + V h that is
     * the 96 L h^2 (1 + s/6h + V/16Lh) of SC'21.
     */
    public double flopsPerToken(boolean recompute) {
        return 3 * forwardFlopsPerToken() + (recompute ? recomputedFlopsPerToken() : 0);
    }

    /** Operations per token of running the layers forward once more. */
    double recomputedFlopsPerToken() {
        return forwardFlopsPerToken() - 2.0 * vocabulary * hidden;
    }
}
