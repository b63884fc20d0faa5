package io.fabrictwin.model.scenario;

/** What a run follows. */
public enum RunKind {
    /** Every message of every collective, and every queue on its way. */
    QUEUES("queues", "every message and every queue is followed"),
    /**
     * Each collective as one, at steady max-min shares of the ports; what so many flows do to a port that they fill comes from a
     * run of one such port. Its cost goes with ports and collectives, not with messages.
     */
    SHARES("shares", "collectives run at steady shares, queues are not followed");

    private final String word;
    private final String explanation;

    RunKind(String word, String explanation) {
        this.word = word;
        this.explanation = explanation;
    }

    /** As people write it. */
    public String word() {
        return word;
    }

    /** In a sentence. */
    public String explanation() {
        return explanation;
    }
}
