package io.fabrictwin.model.event;

/** Whose clock an event's time is. */
public enum Clock {
    /** The source's own clock, as it wrote it. */
    SOURCE,
    /** The source gave no time: it was anchored by the user, or by the file's modification time. */
    ASSUMED
}
