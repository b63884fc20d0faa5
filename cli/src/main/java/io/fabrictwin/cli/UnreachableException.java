package io.fabrictwin.cli;

import java.io.Serial;

/** Something needed is away or taken: a broker, a port, a data folder that another process holds. */
public final class UnreachableException extends CommandFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    public UnreachableException(String message) {
        super(ExitCodes.UNREACHABLE, message);
    }

    public UnreachableException(String message, Throwable cause) {
        super(ExitCodes.UNREACHABLE, message, cause);
    }
}
