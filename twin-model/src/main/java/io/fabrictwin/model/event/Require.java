package io.fabrictwin.model.event;

import org.jspecify.annotations.Nullable;

/** Refuses nonsense with the name and value of what is wrong. Null is "not told" and passes. */
final class Require {
    private Require() {}

    static void notNegative(String name, @Nullable Long value) {
        if (value != null && value < 0) {
            throw new IllegalArgumentException(name + " " + value + " is negative");
        }
    }

    static void notNegative(String name, @Nullable Integer value) {
        if (value != null && value < 0) {
            throw new IllegalArgumentException(name + " " + value + " is negative");
        }
    }

    static void share(String name, @Nullable Double value) {
        if (value != null && !(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " " + value + " is not between 0 and 1");
        }
    }

    static void positive(String name, @Nullable Double value) {
        if (value != null && !(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + value + " is not a positive number");
        }
    }

    static void notNegative(String name, @Nullable Double value) {
        if (value != null && !(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " " + value + " is not a number from 0 on");
        }
    }

    static void finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " is not finite");
        }
    }
}
