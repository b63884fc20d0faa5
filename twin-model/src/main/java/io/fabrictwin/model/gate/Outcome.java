package io.fabrictwin.model.gate;

/** What became of an assertion. */
public enum Outcome {
    PASSED,
    REFUSED,
    /** What is asserted of is not known. */
    UNKNOWN;

    static Outcome of(boolean holds) {
        return holds ? PASSED : REFUSED;
    }

    /** The worse of two: refused before unknown, unknown before passed. */
    Outcome and(Outcome other) {
        if (this == REFUSED || other == REFUSED) {
            return REFUSED;
        }
        return this == UNKNOWN ? this : other;
    }
}
