package io.fabrictwin.replay.source;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;
import org.jspecify.annotations.Nullable;

/** An archive is not as it was written. The message is for the user. Flink need not try again: it stays so. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
public final class ArchiveDamagedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ArchiveDamagedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
