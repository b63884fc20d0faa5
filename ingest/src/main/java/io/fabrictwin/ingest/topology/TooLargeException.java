package io.fabrictwin.ingest.topology;

/** A cabling has more cables or devices than are held in memory; the message is for people. */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLargeException(String message) {
        super(message);
    }
}
