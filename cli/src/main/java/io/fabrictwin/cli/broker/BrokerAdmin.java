package io.fabrictwin.cli.broker;

import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.schemas.BrokerAccess;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Asks a broker, and tells in one line for people why there is no answer. */
public final class BrokerAdmin implements AutoCloseable {
    /** How long a broker may take to answer before it counts as away. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final BrokerAccess access;
    private final Admin admin;

    private BrokerAdmin(BrokerAccess access, Admin admin) {
        this.access = access;
        this.admin = admin;
    }

    /**
     * Connects with the first question.
     *
     * @throws UnreachableException where the address or the settings of the connection can be none
     */
    public static BrokerAdmin of(BrokerAccess access) {
        try {
            int patienceMs = (int) PATIENCE.toMillis();
            return new BrokerAdmin(
                    access,
                    Admin.create(access.with(
                            Map.of("default.api.timeout.ms", patienceMs, "request.timeout.ms", patienceMs))));
        } catch (KafkaException e) {
            if (access.settings().isEmpty()) {
                throw new UnreachableException(
                        "there can be no broker at '" + access + "'; give its address as HOST:PORT", e);
            }
            throw new UnreachableException(
                    "cannot connect to '" + access + "' as the Kafka client settings say: " + root(e)
                            + "; see the file of --kafka-config",
                    e);
        }
    }

    public Admin admin() {
        return admin;
    }

    /** The answer, or an {@link UnreachableException} that says why there is none. */
    public <T> T answer(KafkaFuture<T> future) {
        return answer(future, NeverThrown.class).orElseThrow();
    }

    /** The same; empty where the broker answers with this one failure. */
    public <T> Optional<T> answer(KafkaFuture<T> future, Class<? extends Exception> fine) {
        try {
            return Optional.of(future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("stopped before the broker at " + access + " answered", e);
        } catch (ExecutionException e) {
            if (fine.isInstance(e.getCause())) {
                return Optional.empty();
            }
            throw refusal(e);
        } catch (TimeoutException e) {
            throw away(e);
        }
    }

    /** Waits until a thing is done. */
    public void done(KafkaFuture<Void> future, Class<? extends Exception> fine) {
        var unused = answer(future.thenApply(nothing -> true), fine);
    }

    /** Waits until a thing is done. */
    public void done(KafkaFuture<Void> future) {
        done(future, NeverThrown.class);
    }

    private UnreachableException refusal(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof SslAuthenticationException) {
            return new UnreachableException(
                    "no TLS connection to the broker at " + access + ": " + root(cause)
                            + "; does the truststore in the file of --kafka-config hold its certificate's authority?",
                    failure);
        }
        if (cause instanceof AuthenticationException) {
            return new UnreachableException(
                    "the broker at " + access + " does not let us in: " + cause.getMessage()
                            + "; see sasl.mechanism and sasl.jaas.config in the file of --kafka-config",
                    failure);
        }
        if (cause instanceof AuthorizationException) {
            return new UnreachableException(
                    "the broker at " + access + " does not allow this: " + cause.getMessage()
                            + "; give the user of --kafka-config the right to it",
                    failure);
        }
        if (cause instanceof InvalidReplicationFactorException || cause instanceof UnsupportedVersionException) {
            return new UnreachableException(
                    "the broker at " + access + " cannot do this: " + cause.getMessage(), failure);
        }
        return away(failure);
    }

    private UnreachableException away(Exception cause) {
        String hint = access.settings().isEmpty() ? "" : ", and does it speak what --kafka-config says?";
        return new UnreachableException(
                "no answer from the broker at " + access + "; is it running, and is the address right?" + hint, cause);
    }

    private static String root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }

    private static final class NeverThrown extends Exception {
        private static final long serialVersionUID = 1L;

        private NeverThrown() {}
    }
}
