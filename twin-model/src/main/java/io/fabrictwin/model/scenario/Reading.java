package io.fabrictwin.model.scenario;

/** How much of a recording a forecast may read. */
public enum Reading {
    /** The whole window, also past the base time: computing times, and how far steps had come that were under way. */
    OPEN_BOOK("open book"),
    /** Nothing after the base time, as before a rollout: what comes is drawn from what was. */
    STRICT("strict");

    private final String words;

    Reading(String words) {
        this.words = words;
    }

    /** As people read it. */
    public String words() {
        return words;
    }
}
