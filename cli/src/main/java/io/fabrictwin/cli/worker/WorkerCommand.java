package io.fabrictwin.cli.worker;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.replay.worker.LogFork;
import io.fabrictwin.replay.worker.Worker;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code worker}. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description = {
            "Answer the scenarios that are asked for, until stopped with Ctrl-C.",
            "They wait on the topic twin.scenarios, oldest first; forecasts go to twin.forecasts. Of several workers one",
            "works and the others stand by. What a worker began that is gone is begun again."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin worker --bootstrap kafka:9092 --flink jobmanager:8081",
            "  fabric-twin scenarios list --bootstrap kafka:9092    what waits, runs and is done"
        })
public final class WorkerCommand implements Callable<Integer> {
    @Option(names = "--name", paramLabel = "NAME", description = "What people see it by (default: PID@HOST).")
    private String name = defaultName();

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** What the JVM calls itself: process and host. */
    public static String defaultName() {
        return ManagementFactory.getRuntimeMXBean().getName();
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (BrokerOptions.Broker broker = brokerOptions.open();
                LogFork answering = new LogFork(broker.access(), flinkOptions::open);
                Worker worker = Worker.start(broker.access(), name, answering, Clock.systemUTC())) {
            Runtime.getRuntime().addShutdownHook(new Thread(worker::close));
            out.println("worker " + name + " waits for scenarios at " + broker.bootstrap() + "; stop with Ctrl-C");
            out.flush();
            worker.join();
        }
        return ExitCodes.FINE;
    }
}
