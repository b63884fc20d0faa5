package io.fabrictwin.ingest.publish;

/** The log cannot be read or written now; the message is one line for people, with what to do. */
public final class LogUnreachableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LogUnreachableException(String message, Throwable cause) {
        super(message, cause);
    }
}
