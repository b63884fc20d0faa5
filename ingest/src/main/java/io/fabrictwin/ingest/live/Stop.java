package io.fabrictwin.ingest.live;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish to end, which all that waits looks at. */
final class Stop {
    private final CountDownLatch wished = new CountDownLatch(1);

    /** Thrown by an input that is not at its end, but is read no further. */
    static final class StoppedException extends IOException {
        private static final long serialVersionUID = 1L;

        StoppedException() {
            super("stopped");
        }
    }

    void wish() {
        wished.countDown();
    }

    boolean isWished() {
        return wished.getCount() == 0;
    }

    /** Waits; true: the end is wished. */
    boolean within(Duration pause) {
        try {
            return wished.await(pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
