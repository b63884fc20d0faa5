package io.fabrictwin.streams.console;

import io.fabrictwin.streams.query.TwinStatus;
import java.time.Clock;

/** Serves the page over made-up twins, to look at it: full on port 8090, empty on 8091, waiting on 8092. */
final class ShowPage {
    private ShowPage() {}

    public static void main(String[] arguments) throws InterruptedException {
        new Console(SampleTwin.of(new SampleFabric(2, 4, 8, 4), 140), () -> "", null, Clock.systemUTC())
                .start("127.0.0.1", 8090);
        new Console(SampleTwin.empty(), () -> "", null, Clock.systemUTC()).start("127.0.0.1", 8091);
        SampleTwin waiting = SampleTwin.empty();
        waiting.become(new TwinStatus(
                TwinStatus.State.WAITING_FOR_BROKER,
                false,
                null,
                null,
                "waiting for the broker at 127.0.0.1:9092: start it, or give another address"));
        new Console(waiting, () -> "", null, Clock.systemUTC()).start("127.0.0.1", 8092);
        Thread.currentThread().join();
    }
}
