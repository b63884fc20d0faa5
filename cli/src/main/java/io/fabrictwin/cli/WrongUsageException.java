package io.fabrictwin.cli;

import java.io.Serial;

/** The arguments make no sense together: what the command line parser alone cannot see. */
public final class WrongUsageException extends CommandFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    public WrongUsageException(String message) {
        super(ExitCodes.WRONG_USAGE, message);
    }

    public WrongUsageException(String message, Throwable cause) {
        super(ExitCodes.WRONG_USAGE, message, cause);
    }
}
