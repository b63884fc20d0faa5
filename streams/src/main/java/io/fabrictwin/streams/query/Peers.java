package io.fabrictwin.streams.query;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The other instances, for who answers requests here. */
public interface Peers {
    /** Shown by one instance that asks another for an answer: such a question is never handed on. */
    String FORWARDED = "Fabric-Twin-Forwarded";

    /**
     * Who folds what is told under a key.
     *
     * @param partition number of the partitions that the key goes to; null: not known
     * @param instance who folds them; null: nobody, or not known
     */
    record Owner(@Nullable Integer partition, @Nullable String instance) {}

    /** An answer of another instance. */
    record PeerAnswer(int status, String body) {}

    /** What this instance folds cannot be told now: tasks come or go. */
    final class NotNowException extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NotNowException(Throwable cause) {
            super(cause);
        }
    }

    /** What is told to another instance; throws {@link NotNowException} where it cannot be told in this moment. */
    @FunctionalInterface
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Who folds what is told under a key.
     *
     * @param key as records of the log have it: a device or a job
     */
    Owner ownerOf(String key);

    /** What another instance answers; empty where it does not, or not in time. */
    Optional<PeerAnswer> ask(String instance, String pathAndQuery);

    /**
     * What this instance folds and the one who asks does not have; empty where that is nothing.
     *
     * @param since token of what he has; null: nothing
     */
    Optional<Body> part(@Nullable String since);
}
