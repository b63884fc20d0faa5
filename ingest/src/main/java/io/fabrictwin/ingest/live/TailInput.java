package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.ingest.parse.Input;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One generation of a followed file, as an input that ends when the generation does. While there is nothing to read, and
 * at least once a second, all that was read is delivered: then every whole record before the position has been handed on.
 */
final class TailInput implements Input {
    private static final long DELIVERY_NS = 1_000_000_000;

    private final String name;
    private final FileTail tail;
    private final EventContext context;
    private final Stop stop;
    private final Duration pause;
    private final LongSupplier clockNs;
    private final Delivery delivery;
    private boolean isOpened;

    /** Delivers what was read so far. */
    interface Delivery {
        void run() throws IOException;
    }

    /** @param pause how long nothing is looked for after nothing was found */
    TailInput(
            String name,
            FileTail tail,
            EventContext context,
            Stop stop,
            Duration pause,
            LongSupplier clockNs,
            Delivery delivery) {
        this.name = name;
        this.tail = tail;
        this.context = context;
        this.stop = stop;
        this.pause = pause;
        this.clockNs = clockNs;
        this.delivery = delivery;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream open() throws IOException {
        if (isOpened) {
            throw new IOException("the format reads its input more than once, so it cannot be followed while it grows;"
                    + " watch its folder instead");
        }
        isOpened = true;
        return new Growing();
    }

    @Override
    public EventContext context() {
        return new EventContext(context.fabric(), context.source(), context.anchorTimeNs(), clockNs.getAsLong());
    }

    private final class Growing extends InputStream {
        private boolean isDelivered = true;
        private long deliveredNs = clockNs.getAsLong();

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (true) {
                if (!isDelivered && clockNs.getAsLong() - deliveredNs >= DELIVERY_NS) {
                    deliver();
                }
                if (stop.isWished()) {
                    deliver();
                    throw new Stop.StoppedException();
                }
                int count = tail.read(target, offset, length, clockNs.getAsLong());
                if (count == FileTail.END) {
                    return -1;
                }
                if (count > 0) {
                    isDelivered = false;
                    return count;
                }
                if (!isDelivered) {
                    deliver();
                }
                stop.within(pause);
            }
        }

        private void deliver() throws IOException {
            delivery.run();
            isDelivered = true;
            deliveredNs = clockNs.getAsLong();
        }
    }
}
