package io.fabrictwin.model.calibration;

/** How a value that a forecast uses came about. */
public enum Status {
    /** Read in the recording or in the fabric's state. */
    MEASURED("measured"),
    /** Found by a fit on past observations. */
    FITTED("fitted"),
    /** A documented constant or prior; nothing of this fabric speaks for it. */
    ASSUMED("assumed");

    private final String word;

    Status(String word) {
        this.word = word;
    }

    /** As people read it. */
    public String word() {
        return word;
    }
}
