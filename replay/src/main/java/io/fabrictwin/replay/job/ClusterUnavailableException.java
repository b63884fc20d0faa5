package io.fabrictwin.replay.job;

import java.io.Serial;

/** There is no Flink cluster to work on, or none that fits. The message is for the user. */
public final class ClusterUnavailableException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    ClusterUnavailableException(String message) {
        super(message);
    }

    ClusterUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
