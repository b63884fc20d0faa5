package io.fabrictwin.cli.embedded;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a verb that serves run until the process is told to stop, and lets the process end only when it has closed what it had
 * open. For a try statement, as its first resource: whatever fails after it, the process does not wait for an end that never
 * comes.
 */
public final class UntilStopped implements AutoCloseable {
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    /** From now on the end of the process waits for {@link #close()}. */
    public UntilStopped() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "fabric-twin-stop"));
    }

    private void stop() {
        stopped.countDown();
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the process is told to stop. */
    public void await() throws InterruptedException {
        stopped.await();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
