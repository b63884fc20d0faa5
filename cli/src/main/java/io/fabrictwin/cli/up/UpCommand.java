package io.fabrictwin.cli.up;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code up}. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run the live twin and its page until stopped with Ctrl-C.")
public final class UpCommand implements Callable<Integer> {
    /** Where the page is, unless told otherwise. */
    public static final String DEFAULT_PORT = "8280";

    @Option(
            names = "--port",
            defaultValue = DEFAULT_PORT,
            converter = PortConverter.class,
            description =
                    "Port of the page and the API on this machine; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            stopped.countDown();
            awaitQuietly(closed);
        }));
        PrintWriter out = spec.commandLine().getOut();
        try (BrokerOptions.Broker broker = brokerOptions.open();
                LiveTwin twin = LiveTwin.start(
                        Settings.local(broker.bootstrap(), brokerOptions.data().resolve("stores"), port))) {
            out.println("page    http://127.0.0.1:" + twin.httpPort() + "/");
            out.println("broker  " + broker.bootstrap());
            out.println("bring events in with: fabric-twin ingest FORMAT FILE; stop with Ctrl-C");
            out.flush();
            stopped.await();
        } finally {
            closed.countDown();
        }
        return ExitCodes.FINE;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
