package io.fabrictwin.streams.console;

import io.javalin.http.sse.SseClient;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Tells followers that something has changed. Many changes at once are told once; followers read what they show. A slow
 * follower delays other followers, never the twin.
 */
final class ChangeStream implements AutoCloseable {
    private static final int MAX_FOLLOWERS = 100;
    private static final long BEAT_SECONDS = 10;

    private final Supplier<String> message;
    private final Set<SseClient> followers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isTelling = new AtomicBoolean();
    private final ScheduledExecutorService teller = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "fabric-twin-changes");
        thread.setDaemon(true);
        return thread;
    });

    ChangeStream(Supplier<String> message) {
        this.message = message;
        // Also finds out who has gone.
        var unused = teller.scheduleWithFixedDelay(
                () -> followers.forEach(follower -> follower.sendComment("here")),
                BEAT_SECONDS,
                BEAT_SECONDS,
                TimeUnit.SECONDS);
    }

    void follow(SseClient follower) {
        if (followers.size() >= MAX_FOLLOWERS) {
            follower.sendEvent("refused", "{\"code\":\"TOO_MANY_FOLLOWERS\"}");
            follower.close();
            return;
        }
        follower.keepAlive();
        follower.onClose(() -> followers.remove(follower));
        followers.add(follower);
        follower.sendEvent("changed", message.get());
    }

    void tell() {
        if (!teller.isShutdown() && isTelling.compareAndSet(false, true)) {
            teller.execute(() -> {
                isTelling.set(false);
                String text = message.get();
                followers.forEach(follower -> follower.sendEvent("changed", text));
            });
        }
    }

    @Override
    public void close() {
        teller.shutdownNow();
        followers.forEach(SseClient::close);
    }
}
