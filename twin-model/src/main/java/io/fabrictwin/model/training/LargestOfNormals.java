package io.fabrictwin.model.training;

/**
 * The largest M of n independent standard normal numbers, by quadrature over positive x of {@code E[M] = int 1 -
 * Phi(x)^n - Phi(-x)^n} and {@code E[M^2] = int 2 x (1 - Phi(x)^n + Phi(-x)^n)}. The upper tail is summed from outside
 * inwards, so that it keeps its relative accuracy where n makes it matter. Accurate to 1e-9.
 *
 * @param mean E[M]
 * @param deviation standard deviation of M
 */
record LargestOfNormals(double mean, double deviation) {
    private static final int CELLS_PER_UNIT = 64;
    private static final int UNITS = 14;
    private static final double STEP = 1.0 / CELLS_PER_UNIT;

    /**
     * The largest of {@code n}.
     *
     * @throws IllegalArgumentException if n is not positive
     */
    static LargestOfNormals of(int n) {
        Require.positive("n", n);
        double tail = 0;
        double first = 0;
        double second = 0;
        // Simpson over pairs of grid points; the integrands are 0 beyond the outermost one.
        for (int i = UNITS * CELLS_PER_UNIT - 1; i >= 0; i--) {
            double x = i * STEP;
            tail += STEP / 6 * (density(x) + 4 * density(x + STEP / 2) + density(x + STEP));
            double someAbove = -StrictMath.expm1(n * StrictMath.log1p(-tail));
            double allBelow = StrictMath.pow(tail, n);
            double weight = (i == 0 ? 1 : i % 2 == 1 ? 4 : 2) * STEP / 3;
            first += weight * (someAbove - allBelow);
            second += weight * 2 * x * (someAbove + allBelow);
        }
        return new LargestOfNormals(first, StrictMath.sqrt(second - first * first));
    }

    private static double density(double x) {
        return StrictMath.exp(-x * x / 2) / StrictMath.sqrt(2 * StrictMath.PI);
    }
}
