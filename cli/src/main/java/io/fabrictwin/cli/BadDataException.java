package io.fabrictwin.cli;

import java.io.Serial;

/** The input cannot be used: a missing or broken file, an unknown format, a time that cannot be read. */
public final class BadDataException extends CommandFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    public BadDataException(String message) {
        super(ExitCodes.BAD_DATA, message);
    }

    public BadDataException(String message, Throwable cause) {
        super(ExitCodes.BAD_DATA, message, cause);
    }
}
