package io.fabrictwin.cli.up;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.embedded.UntilStopped;
import io.fabrictwin.cli.worker.WorkerCommand;
import io.fabrictwin.replay.worker.LogFork;
import io.fabrictwin.replay.worker.Worker;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.streams.app.LiveTwin;
import io.fabrictwin.streams.app.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code up}. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run the live twin, its page and a worker until stopped with Ctrl-C.")
public final class UpCommand implements Callable<Integer> {
    /** Where the page is, unless told otherwise. */
    public static final String DEFAULT_PORT = "8280";

    private static final int LEAST_TOKEN_CHARACTERS = 16;
    private static final int MOST_STANDBYS = 9;
    private static final int MOST_THREADS = 64;
    /** A name, an address, or one of IPv6 in brackets. */
    private static final Pattern HOST_AND_PORT = Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.]+]):\\d{1,5}");

    @Option(
            names = "--port",
            defaultValue = DEFAULT_PORT,
            converter = PortConverter.class,
            description =
                    "Port of the page and the API on this machine; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = Settings.LOOPBACK,
            description = "Address that page and API listen on; they ask nobody who he is, so others than this machine"
                    + " reach them only where told so, as with 0.0.0.0 (default: ${DEFAULT-VALUE}).")
    private String host = Settings.LOOPBACK;

    @Option(
            names = "--advertise",
            paramLabel = "HOST:PORT",
            description = "Where other instances of the twin reach this one (default: where it listens).")
    private @Nullable String advertised;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "" + Settings.DEFAULT_THREADS,
            description = "Threads that fold; of use up to the number of partitions (default: ${DEFAULT-VALUE}).")
    private int threads = Settings.DEFAULT_THREADS;

    @Option(
            names = "--standbys",
            paramLabel = "N",
            defaultValue = "0",
            description = "Copies of each store that other instances keep, to take over at once when one is lost;"
                    + " of use from two instances on (default: ${DEFAULT-VALUE}).")
    private int standbys;

    @Option(names = "--no-worker", description = "Leave the answering of scenarios to fabric-twin worker.")
    private boolean withoutWorker;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "File with the token that clients of the API show to ask for forecasts; without it they may not.")
    private @Nullable Path tokenFile;

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    @SuppressWarnings("try") // the worker works by itself until it is closed
    public Integer call() throws Exception {
        String token = tokenFile == null ? null : token(tokenFile);
        if (standbys < 0 || standbys > MOST_STANDBYS) {
            throw new WrongUsageException(
                    "--standbys " + standbys + " is not possible: give a number from 0 to " + MOST_STANDBYS);
        }
        if (threads < 1 || threads > MOST_THREADS) {
            throw new WrongUsageException(
                    "--threads " + threads + " is not possible: give a number from 1 to " + MOST_THREADS);
        }
        if (advertised != null && !HOST_AND_PORT.matcher(advertised).matches()) {
            throw new WrongUsageException(
                    "--advertise " + advertised + " is not possible: give host and port, as in twin-a:8280");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (UntilStopped untilStopped = new UntilStopped();
                BrokerOptions.Broker broker = brokerOptions.open();
                LiveTwin twin = LiveTwin.start(
                        Settings.local(broker.access(), brokerOptions.data().resolve("stores"), port)
                                .withToken(token)
                                .withHost(host)
                                .withThreads(threads)
                                .withPeers(standbys, advertised));
                AutoCloseable worker = withoutWorker ? () -> {} : worker(broker.access())) {
            out.println("page    http://" + host + ":" + twin.httpPort() + "/");
            out.println("broker  " + broker.bootstrap());
            out.println("bring events in with: fabric-twin ingest FORMAT FILE" + brokerOptions.asGiven()
                    + "; stop with Ctrl-C");
            out.flush();
            untilStopped.await();
        }
        return ExitCodes.FINE;
    }

    private AutoCloseable worker(BrokerAccess broker) {
        LogFork answering = new LogFork(broker, flinkOptions::open);
        Worker worker = Worker.start(broker, WorkerCommand.defaultName(), answering, Clock.systemUTC());
        return () -> {
            worker.close();
            answering.close();
        };
    }

    private static String token(Path file) {
        String token;
        try {
            token = Files.readString(file).strip();
        } catch (IOException e) {
            throw new BadDataException("cannot read the token in " + file + ": " + e, e);
        }
        if (token.length() < LEAST_TOKEN_CHARACTERS) {
            throw new BadDataException(file + " holds " + token.length() + " characters; a token has at least "
                    + LEAST_TOKEN_CHARACTERS + ", such as those of: openssl rand -hex 16");
        }
        return token;
    }
}
