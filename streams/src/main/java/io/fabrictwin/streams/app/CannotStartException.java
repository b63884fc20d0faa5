package io.fabrictwin.streams.app;

/** The live twin cannot start here; the message says why and what to do, in one line. */
public final class CannotStartException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CannotStartException(String message, Throwable cause) {
        super(message, cause);
    }

    public CannotStartException(String message) {
        super(message);
    }
}
