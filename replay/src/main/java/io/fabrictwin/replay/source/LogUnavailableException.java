package io.fabrictwin.replay.source;

/** The log cannot be read: no broker answers, or it does not hold the topics of truth. The message is for the user. */
public final class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LogUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
