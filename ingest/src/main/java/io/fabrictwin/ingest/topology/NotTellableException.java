package io.fabrictwin.ingest.topology;

/** A form needs what is not known of a cabling; the message is for people. */
public final class NotTellableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotTellableException(String message) {
        super(message);
    }
}
