package io.fabrictwin.cli;

import java.io.Serial;

/**
 * A verb could not give the answer asked for, for a reason that is not our bug. The message is one line for the user:
 * what, where, what to do. One subclass for each exit code.
 */
public abstract sealed class CommandFailedException extends RuntimeException
        permits AnswerIsNoException, BadDataException, UnreachableException, WrongUsageException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandFailedException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    CommandFailedException(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
