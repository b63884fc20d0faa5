package io.fabrictwin.cli;

import java.io.Serial;

/** The verb did its work and the answer is "no": a check failed, a regression was found. */
public final class AnswerIsNoException extends CommandFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    public AnswerIsNoException(String message) {
        super(ExitCodes.ANSWER_IS_NO, message);
    }

    public AnswerIsNoException(String message, Throwable cause) {
        super(ExitCodes.ANSWER_IS_NO, message, cause);
    }
}
