package io.fabrictwin.ingest.publish;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * What is done while a broker is away: whoever implements it hears of it, and says how long it is worth waiting. Nothing
 * is lost meanwhile: what is not delivered yet is kept, bounded, and sent again.
 */
public interface BrokerWait {
    /** The first failure ends it. */
    BrokerWait NONE = (bootstrap, awayFor) -> false;

    /**
     * Called after every attempt that failed.
     *
     * @param awayFor since the first of them
     * @return whether to try again; false: {@link LogUnreachableException} is thrown
     */
    boolean goesOn(String bootstrap, Duration awayFor);

    /** The broker answers again, after {@link #goesOn} was called. */
    default void isBack() {}

    /** Waits up to the limit, and tells nobody. */
    static BrokerWait upTo(Duration limit) {
        return (bootstrap, awayFor) -> awayFor.compareTo(limit) < 0;
    }

    /** Asks until there is an answer, or this waits no more. */
    default <T> T answer(String bootstrap, Supplier<T> question) {
        long sinceNs = System.nanoTime();
        boolean isAway = false;
        for (Backoff backoff = new Backoff(); ; backoff.sleep()) {
            try {
                T answer = question.get();
                if (isAway) {
                    isBack();
                }
                return answer;
            } catch (LogUnreachableException e) {
                isAway = true;
                if (!goesOn(bootstrap, Duration.ofNanos(System.nanoTime() - sinceNs))
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
        }
    }

    /** Ever longer pauses between attempts; an interrupt ends one and stays set. */
    final class Backoff {
        private static final long FIRST_MS = 200;
        private static final long LONGEST_MS = 2_000;

        private long nextMs = FIRST_MS;

        Backoff() {}

        void sleep() {
            try {
                Thread.sleep(nextMs);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            nextMs = Math.min(2 * nextMs, LONGEST_MS);
        }
    }
}
