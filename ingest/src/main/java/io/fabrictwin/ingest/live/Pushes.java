package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Inputs that were pushed and wait to be taken in, in order. There is room for so many; who gets none is told so before
 * the input is read, so that no more than these are in memory.
 */
final class Pushes implements LiveSource {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Semaphore room;
    private final int most;
    private final LinkedBlockingQueue<Push> waiting = new LinkedBlockingQueue<>();

    /**
     * One input.
     *
     * @param atNs time of what has none of its own, as asked for; null: when it came
     */
    @SuppressWarnings("ArrayRecordComponent") // not to be changed, and never compared
    private record Push(
            Format format, byte[] content, @Nullable Long atNs, CompletableFuture<FileReport> done) {}

    Pushes(int most) {
        this.most = most;
        this.room = new Semaphore(most);
    }

    /** A place for one input; empty: there is none now. */
    Optional<Place> place() {
        return room.tryAcquire() ? Optional.of(new Place()) : Optional.empty();
    }

    /** How many places are taken. */
    long taken() {
        return most - (long) room.availablePermits();
    }

    /** Room for one input; to be closed unless it was used. */
    final class Place implements AutoCloseable {
        private boolean isUsed;

        private Place() {}

        /** Puts the input there; the place is free again once it is taken in. */
        CompletableFuture<FileReport> put(Format format, byte[] content, @Nullable Long atNs) {
            Push push = new Push(format, content, atNs, new CompletableFuture<>());
            isUsed = true;
            waiting.add(push);
            return push.done;
        }

        @Override
        public void close() {
            if (!isUsed) {
                isUsed = true;
                room.release();
            }
        }
    }

    @Override
    public void run(SourceContext context) {
        context.status().state("listening");
        while (!context.stop().isWished()) {
            context.status().lag(taken());
            Push push;
            try {
                push = waiting.poll(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (push != null) {
                try {
                    FileReport report = take(push, context);
                    context.took("pushed " + push.format.name(), report);
                    push.done.complete(report);
                } catch (RuntimeException e) {
                    push.done.completeExceptionally(e);
                    throw e;
                } finally {
                    room.release();
                }
            }
        }
        waiting.forEach(push -> push.done.cancel(false));
    }

    private static FileReport take(Push push, SourceContext context) {
        String identity = Contents.identity(push.content);
        Long atNs = push.atNs;
        Input input = new BytesInput(
                "pushed " + push.format.name(),
                push.content,
                context.eventContext(
                        push.format,
                        atNs == null ? identity : identity + "@" + atNs,
                        atNs == null ? context.clockNs().getAsLong() : atNs));
        return context.intake().take(push.format, input);
    }
}
