package io.fabrictwin.model.training;

/** Checks of what describes a job; the messages name the field as people write it. */
final class Require {
    private Require() {}

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + text(value) + " is not a positive number");
        }
    }

    static void notNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + text(value) + " is negative or not a number");
        }
    }

    static void atLeastOne(String name, double value) {
        if (!(value >= 1) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + text(value) + " is less than 1");
        }
    }

    private static String text(double value) {
        return value == StrictMath.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
