package io.fabrictwin.streams.peer;

import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks each other instance again and again for what is new, one question at a time, and tells the gathering of it. */
public final class PeerFollower {
    private static final Logger LOG = LoggerFactory.getLogger(PeerFollower.class);

    private final PeerClient client;
    private final Gathering gathering;
    private final Clock clock;
    private final Map<String, Followed> followed = new ConcurrentHashMap<>();

    /** One of the others. */
    private static final class Followed {
        private final AtomicBoolean isAsked = new AtomicBoolean();
        /** Written by the answer, read by the next question. */
        private volatile @Nullable Part newest;
    }

    public PeerFollower(PeerClient client, Gathering gathering, Clock clock) {
        this.client = client;
        this.gathering = gathering;
        this.clock = clock;
    }

    /** Asks all of these that have answered the last question; does not wait. */
    public void ask(Set<String> instances) {
        gathering.follow(instances);
        followed.keySet().retainAll(instances);
        instances.forEach(instance -> ask(instance, followed.computeIfAbsent(instance, name -> new Followed())));
    }

    @SuppressWarnings("ReferenceEquality") // the same part is what tells that nothing is new
    private void ask(String instance, Followed other) {
        if (!other.isAsked.compareAndSet(false, true)) {
            return;
        }
        Part before = other.newest;
        var unused = client.part(instance, before).whenComplete((part, failure) -> {
            if (failure != null) {
                LOG.debug("{} does not tell what it holds", instance, failure);
                gathering.miss(instance, why(failure));
            } else if (part == before) {
                gathering.acceptSame(instance, clock.millis());
            } else {
                other.newest = part.withoutStates();
                gathering.accept(instance, part, clock.millis());
            }
            other.isAsked.set(false);
        });
    }

    private static String why(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof UncheckedIOException ? String.valueOf(cause.getMessage()) : "does not answer";
    }
}
