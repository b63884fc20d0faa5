package io.fabrictwin.replay.archive;

/** An archive cannot be written. The message is for the user. */
public final class ArchiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
