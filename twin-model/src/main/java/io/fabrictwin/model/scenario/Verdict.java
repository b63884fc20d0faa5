package io.fabrictwin.model.scenario;

/** What a forecast says in a word. */
public enum Verdict {
    /** Steps take less than 0.98 of the base. */
    FASTER("faster"),
    /** Steps take more than 1.02 of the base. */
    SLOWER("slower"),
    NO_MATERIAL_CHANGE("no material change"),
    /** The question is outside the calibrated range, or the interval reaches both sides. */
    CANNOT_TELL("cannot tell");

    /** A likely ratio below is faster. */
    public static final double FASTER_BELOW = 0.98;
    /** A likely ratio above is slower. */
    public static final double SLOWER_ABOVE = 1.02;

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    /** As people read it. */
    public String words() {
        return words;
    }

    /** The verdict that a ratio of step times earns. */
    public static Verdict of(Ratio ratio) {
        if (ratio.low() < FASTER_BELOW && ratio.high() > SLOWER_ABOVE) {
            return CANNOT_TELL;
        }
        if (ratio.likely() < FASTER_BELOW) {
            return FASTER;
        }
        return ratio.likely() > SLOWER_ABOVE ? SLOWER : NO_MATERIAL_CHANGE;
    }
}
