package io.fabrictwin.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.flink.BrokerProcess;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.codec.EventCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many events a replay takes in a second of processor time of its process, as a share of what a bare consumer takes
 * that only decodes the same events. The log is made up: arguments are its GPUs, its steps and, if not the usual one, the interval at which counters are read. The broker is a process of
 * its own.
 */
public final class ReplayBenchmark {
    private static final int ROUNDS = 6;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private ReplayBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        String gpus = arguments.length > 0 ? arguments[0] : "1024";
        String steps = arguments.length > 1 ? arguments[1] : "40";
        List<String> synth = new ArrayList<>(List.of("synth", "--gpus", gpus, "--steps", steps));
        if (arguments.length > 2) {
            synth.addAll(List.of("--interval", arguments[2]));
        }
        Path folder = Files.createTempDirectory("fabric-twin-benchmark");
        try (BrokerProcess broker = BrokerProcess.start(folder);
                Replays replays = Replays.start(Runtime.getRuntime().availableProcessors())) {
            synth.addAll(List.of("--bootstrap", broker.bootstrap()));
            System.out.println(Run.of(synth.toArray(String[]::new)).out());
            System.out.println(
                    "| round | events | bare consumer, events per CPU s | replay, events per CPU s | share | replay, s |");
            System.out.println("|---|---|---|---|---|---|");
            LogSource log = new LogSource.Broker(broker.access());
            for (int round = 0; round < ROUNDS; round++) {
                AtomicLong events = new AtomicLong();
                EventCodec codec = new EventCodec();
                long beforeNs = SYSTEM.getProcessCpuTime();
                log.cut(LogEnd.NOW).read(Positions.NONE, entry -> {
                    codec.decode(entry.value());
                    events.incrementAndGet();
                });
                double bare = (SYSTEM.getProcessCpuTime() - beforeNs) / 1e9;
                beforeNs = SYSTEM.getProcessCpuTime();
                long startNs = System.nanoTime();
                replays.replay(ReplayRequest.timeline(log, null, null, LogEnd.NOW));
                double seconds = (System.nanoTime() - startNs) / 1e9;
                double replayed = (SYSTEM.getProcessCpuTime() - beforeNs) / 1e9;
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %d | %.0f | %.0f | %.2f | %.1f |%n",
                        round,
                        events.get(),
                        events.get() / bare,
                        events.get() / replayed,
                        bare / replayed,
                        seconds);
            }
        }
    }
}
