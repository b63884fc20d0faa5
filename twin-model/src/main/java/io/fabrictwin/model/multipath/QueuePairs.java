package io.fabrictwin.model.multipath;

/**
 * Over how many queue pairs a connection goes, each with a hash of its own.
 *
 * @param count queue pairs a connection, at least 1
 * @param policy which bytes take which
 */
public record QueuePairs(int count, MessagePolicy policy) {
    /** One queue pair a connection. */
    public static final QueuePairs ONE = new QueuePairs(1, MessagePolicy.SPLIT);

    /** How messages meet queue pairs. */
    public enum MessagePolicy {
        /** Every message is cut into equal parts, one a queue pair, and ends with the last: the slowest one gates. */
        SPLIT,
        /**
         * Whole messages in turn, enough of them under way that a slow queue pair does not block the others: a connection
         * moves at the sum of their rates.
         */
        ROUND_ROBIN
    }

    public QueuePairs {
        if (count < 1) {
            throw new IllegalArgumentException("at least one queue pair: " + count);
        }
    }

    /** Split over some queue pairs. */
    public static QueuePairs split(int count) {
        return new QueuePairs(count, MessagePolicy.SPLIT);
    }
}
