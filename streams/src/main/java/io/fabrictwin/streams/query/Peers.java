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

    /** What is told to another instance. */
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
