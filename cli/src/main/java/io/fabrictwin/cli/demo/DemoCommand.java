package io.fabrictwin.cli.demo;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.up.PortConverter;
import io.fabrictwin.cli.up.UpCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code demo}. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Play a training incident through a real broker, the live twin and Flink, and ask what if.",
        footerHeading = "%n",
        footer = {
            "The recording is synthetic: an engine run of a 64-GPU RoCE cluster whose true parameters are drawn from",
            "the seed and hidden from the forecaster. Everything lies in a temporary folder that is removed at the end."
        })
public final class DemoCommand implements Callable<Integer> {
    @Option(names = "--once", description = "Exit when done: 0, or not 0 if any part failed.")
    private boolean once;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Draws another cluster and other noise (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--port",
            defaultValue = UpCommand.DEFAULT_PORT,
            converter = PortConverter.class,
            description = "Port of the page on this machine; 0 takes a free one (default: ${DEFAULT-VALUE}).")
    private @Nullable Integer port;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path folder = temporaryFolder();
        Thread cleaner = new Thread(() -> delete(folder));
        Runtime.getRuntime().addShutdownHook(cleaner);
        // With --once nobody looks at the page, and its usual port may be taken.
        int pagePort = once || port == null ? 0 : port;
        try (Demo demo = Demo.start(folder, pagePort, seed, out)) {
            demo.showFindings();
            demo.replay();
            demo.fork();
            if (!once) {
                out.println();
                out.println("page  http://127.0.0.1:" + demo.httpPort() + "/   (stop with Ctrl-C)");
                out.flush();
                Thread.currentThread().join();
            }
        }
        return ExitCodes.FINE;
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("fabric-twin-demo");
        } catch (IOException e) {
            throw new UncheckedIOException("no temporary folder can be made", e);
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            // The process ends, and the system clears its temporary folder some day.
            System.err.println("could not remove " + folder + ": " + e.getMessage());
        }
    }
}
