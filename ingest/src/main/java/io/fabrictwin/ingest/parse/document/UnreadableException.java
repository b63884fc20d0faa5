package io.fabrictwin.ingest.parse.document;

/** A document has no content that could be read. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Refusal refusal;

    UnreadableException(Refusal refusal) {
        super(refusal.reason());
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
