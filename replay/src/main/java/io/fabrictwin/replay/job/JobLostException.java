package io.fabrictwin.replay.job;

import java.io.Serial;

/** A cluster no longer knows a job, or no longer answers; nothing is wrong with the job. The message says why in one line. */
final class JobLostException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    JobLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
