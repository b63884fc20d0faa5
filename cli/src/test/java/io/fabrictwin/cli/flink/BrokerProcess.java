package io.fabrictwin.cli.flink;

import static org.awaitility.Awaitility.await;

import io.fabrictwin.cli.embedded.EmbeddedBroker;
import io.fabrictwin.schemas.BrokerAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A broker in another JVM, which can be held, killed and started again on the same port and folder. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String READY = "ready";

    private final Path directory;
    private final int port = ProcessCluster.freePort();
    private int started;
    private JavaProcess process;

    private BrokerProcess(Path directory) {
        this.directory = directory;
        process = launch();
    }

    /** Starts it, with its log and what it prints in the folder. */
    public static BrokerProcess start(Path directory) {
        return new BrokerProcess(directory);
    }

    /** What the other JVM runs: folder and port are its arguments. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedBroker.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        System.out.println(READY);
        Thread.currentThread().join();
    }

    private JavaProcess launch() {
        JavaProcess launched = JavaProcess.start(
                directory.resolve("broker" + started++),
                JavaProcess.classPath(entry -> true),
                List.of("-Xmx512m"),
                BrokerProcess.class.getName(),
                List.of(directory.resolve("log").toString(), Integer.toString(port)));
        await().atMost(PATIENCE).until(() -> launched.out().contains(READY) || !launched.isAlive());
        if (!launched.isAlive()) {
            throw new IllegalStateException("no broker: " + launched.err());
        }
        return launched;
    }

    /** Where clients connect. */
    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /** How to get to it. */
    public BrokerAccess access() {
        return BrokerAccess.plain(bootstrap());
    }

    /** Stops all its threads until it is let go on: it neither answers nor closes a connection. */
    void hold() {
        process.signal("STOP");
    }

    void release() {
        process.signal("CONT");
    }

    /** Kills it as by kill -9, and starts another on its log. */
    void replace() {
        process.close();
        process = launch();
    }

    @Override
    public void close() {
        process.close();
    }
}
