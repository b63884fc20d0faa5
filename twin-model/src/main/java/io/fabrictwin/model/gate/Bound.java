package io.fabrictwin.model.gate;

import org.jspecify.annotations.Nullable;

/**
 * What a quantity is held against.
 *
 * @param limit of the value or of its growth, in the unit of the dimension; growth as a share
 */
record Bound(Subject subject, Operator operator, double limit) {
    /** What is compared with the limit. */
    enum Subject {
        /** The value under the fork. */
        VALUE(""),
        /** Fork over base, less one. */
        GROWTH("grows"),
        /** One, less fork over base. */
        FALL("falls");

        private final String word;

        Subject(String word) {
            this.word = word;
        }

        static Subject of(String word) {
            return word.equals(GROWTH.word) ? GROWTH : word.equals(FALL.word) ? FALL : VALUE;
        }
    }

    enum Operator {
        BELOW("<"),
        AT_MOST("<="),
        ABOVE(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        static @Nullable Operator of(String sign) {
            for (Operator operator : values()) {
                if (operator.sign.equals(sign)) {
                    return operator;
                }
            }
            return null;
        }

        boolean holds(double value, double limit) {
            return switch (this) {
                case BELOW -> value < limit;
                case AT_MOST -> value <= limit;
                case ABOVE -> value > limit;
                case AT_LEAST -> value >= limit;
            };
        }
    }

    /** 1.05 - 1 is 0.05 to people, and so is a limit of 5 %. */
    private static double rounded(double growth) {
        return Math.rint(growth * 1e12) / 1e12;
    }

    /** What a reading says to this bound. */
    Check check(String name, Reading reading, Dimension dimension) {
        Double base = reading.base();
        Double fork = reading.fork();
        boolean isGrowth = subject != Subject.VALUE;
        if (fork == null || (isGrowth && base == null)) {
            return new Check(name, Outcome.UNKNOWN, reading.why());
        }
        String found = (base == null ? "" : dimension.print(base) + " -> ") + dimension.print(fork);
        if (!isGrowth || base == null) {
            return new Check(name, Outcome.of(operator.holds(fork, limit)), found);
        }
        // from nothing to nothing is no growth; from nothing to something is more than any limit
        double growth = base > 0 ? rounded(fork / base - 1) : fork > 0 ? Double.POSITIVE_INFINITY : 0;
        double compared = subject == Subject.GROWTH ? growth : -growth;
        String sign = growth > 0 ? "+" : "";
        return new Check(
                name,
                Outcome.of(operator.holds(compared, limit)),
                found + (Double.isInfinite(growth) ? "" : " (" + sign + Dimension.SHARE.print(growth) + ")"));
    }
}
