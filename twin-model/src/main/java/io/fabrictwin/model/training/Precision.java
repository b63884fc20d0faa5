package io.fabrictwin.model.training;

/**
 * Bytes on the wire.
 *
 * @param elementBytes of an activation or a parameter; 2 for bf16
 * @param gradientBytes of a gradient as it is reduced; 2 for bf16, 4 for fp32
 */
public record Precision(int elementBytes, int gradientBytes) {
    public Precision {
        Require.positive("precision.elementBytes", elementBytes);
        Require.positive("precision.gradientBytes", gradientBytes);
    }
}
