package io.fabrictwin.replay.source;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.jspecify.annotations.Nullable;

/**
 * The log cannot be read: no broker answers, or it does not hold what is asked. The message is for the user. Flink need not
 * try again: who reads has waited.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class LogUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LogUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
