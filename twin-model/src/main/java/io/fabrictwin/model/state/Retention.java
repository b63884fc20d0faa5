package io.fabrictwin.model.state;

/** How many writes of an attribute are kept. */
public enum Retention {
    /** The newest write. */
    NEWEST,
    /** The two newest writes of each source format: what a rate is made of. (Each file is a source of its own, so keeping
     * two per source would grow without bound.) */
    TWO_PER_FORMAT
}
