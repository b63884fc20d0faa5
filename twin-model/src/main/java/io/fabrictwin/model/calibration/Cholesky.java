package io.fabrictwin.model.calibration;

/** The factor L of a small symmetric positive definite matrix, A = L L^T. */
final class Cholesky {
    private final double[][] lower;

    private Cholesky(double[][] lower) {
        this.lower = lower;
    }

    /**
     * Factors a matrix; only its lower triangle is read.
     *
     * @throws IllegalArgumentException where it is not positive definite
     */
    static Cholesky of(double[][] matrix) {
        int n = matrix.length;
        double[][] lower = new double[n][n];
        for (int row = 0; row < n; row++) {
            for (int column = 0; column <= row; column++) {
                double sum = matrix[row][column];
                for (int k = 0; k < column; k++) {
                    sum -= lower[row][k] * lower[column][k];
                }
                if (row != column) {
                    lower[row][column] = sum / lower[column][column];
                } else if (sum > 0) {
                    lower[row][row] = Math.sqrt(sum);
                } else {
                    throw new IllegalArgumentException("matrix is not positive definite in row " + row);
                }
            }
        }
        return new Cholesky(lower);
    }

    /** x of A x = b. */
    double[] solve(double[] right) {
        int n = lower.length;
        double[] x = right.clone();
        for (int row = 0; row < n; row++) {
            for (int k = 0; k < row; k++) {
                x[row] -= lower[row][k] * x[k];
            }
            x[row] /= lower[row][row];
        }
        for (int row = n - 1; row >= 0; row--) {
            for (int k = row + 1; k < n; k++) {
                x[row] -= lower[k][row] * x[k];
            }
            x[row] /= lower[row][row];
        }
        return x;
    }

    /** The inverse of A. */
    double[][] inverse() {
        int n = lower.length;
        double[][] inverse = new double[n][];
        for (int column = 0; column < n; column++) {
            double[] unit = new double[n];
            unit[column] = 1;
            inverse[column] = solve(unit);
        }
        return inverse;
    }
}
