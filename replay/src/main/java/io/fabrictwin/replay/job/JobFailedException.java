package io.fabrictwin.replay.job;

/** A job did not come to its end. The message says why in one line. */
public final class JobFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The innermost cause in one line: what Flink wraps around it tells of Flink only. */
    static String cause(Throwable thrown) {
        Throwable innermost = thrown;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        String message = innermost.getMessage();
        return innermost.getClass().getSimpleName()
                + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }
}
