package io.fabrictwin.cli.law;

import io.fabrictwin.cli.flink.JavaProcess;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A live twin in another JVM, which can be killed at any record. */
final class TwinProcess implements AutoCloseable {
    private static final String FOLDED = "folded ";

    private final JavaProcess process;

    private TwinProcess(JavaProcess process) {
        this.process = process;
    }

    static TwinProcess start(String bootstrap, Path stores, Path out) {
        return new TwinProcess(JavaProcess.start(
                out,
                JavaProcess.classPath(entry -> true),
                List.of("-Xmx512m"),
                TwinProcess.class.getName(),
                List.of(bootstrap, stores.toString())));
    }

    /** What the other JVM runs, until it is killed: it tells how many records it has folded whenever it folded more. */
    public static void main(String[] arguments) {
        LiveTwin twin = LiveTwin.start(Settings.local(BrokerAccess.plain(arguments[0]), Path.of(arguments[1]), 0));
        AtomicLong told = new AtomicLong(-1);
        var unused = Executors.newSingleThreadScheduledExecutor()
                .scheduleWithFixedDelay(() -> tell(twin, told), 0, 20, TimeUnit.MILLISECONDS);
    }

    private static void tell(LiveTwin twin, AtomicLong told) {
        long folded = twin.cut().positions().nextOffsets().values().stream()
                .mapToLong(next -> next)
                .sum();
        if (told.getAndSet(folded) != folded) {
            System.out.println(FOLDED + folded);
        }
    }

    /** How far it says it is: records folded since the log began; 0 where it has not said anything. */
    long folded() {
        if (!process.isAlive()) {
            throw new IllegalStateException("it ended: " + process.err());
        }
        return process.out()
                .lines()
                .filter(line -> line.matches(FOLDED + "\\d+"))
                .mapToLong(line -> Long.parseLong(line.substring(FOLDED.length())))
                .reduce(0, (first, second) -> second);
    }

    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
