package io.fabrictwin.replay.source;

/** The log does not reach where it is asked to. The message is for the user. */
public final class HistoryRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HistoryRefusedException(String message) {
        super(message);
    }
}
