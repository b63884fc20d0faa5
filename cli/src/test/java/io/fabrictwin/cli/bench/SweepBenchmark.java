package io.fabrictwin.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import io.fabrictwin.cli.Run;
import io.fabrictwin.cli.flink.BrokerProcess;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
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
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How long one what-if and a sweep take, on one slot and on two, from the log on. It is made up: arguments are its GPUs, its
 * steps, the settings of the sweep, and slots if only so many are wanted; half of the steps are run again. The broker is a process of its own.
 */
public final class SweepBenchmark {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private static final int LEAST_KMIN_KB = 100;
    private static final int KMIN_STEP_KB = 20;

    private final LogSource log;
    private final FabricId fabric;
    private final long baseTimeNs;
    private final long windowToNs;

    private SweepBenchmark(LogSource log) {
        this.log = log;
        EventCodec codec = new EventCodec();
        TreeMap<Long, FabricId> fabricsByStepEnd = new TreeMap<>();
        log.cut(LogEnd.NOW).read(Positions.NONE, entry -> {
            if (codec.decode(entry.value()) instanceof StepCompleted step) {
                fabricsByStepEnd.put(step.endNs(), step.meta().fabric());
            }
        });
        fabric = fabricsByStepEnd.firstEntry().getValue();
        windowToNs = fabricsByStepEnd.lastKey();
        baseTimeNs = fabricsByStepEnd.firstKey() + (windowToNs - fabricsByStepEnd.firstKey()) / 2;
    }

    public static void main(String[] arguments) throws IOException {
        String gpus = arguments.length > 0 ? arguments[0] : "64";
        String steps = arguments.length > 1 ? arguments[1] : "10";
        int settings = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 50;
        Path folder = Files.createTempDirectory("fabric-twin-benchmark");
        try (BrokerProcess broker = BrokerProcess.start(folder)) {
            System.out.println(Run.of("synth", "--gpus", gpus, "--steps", steps, "--bootstrap", broker.bootstrap())
                    .out());
            SweepBenchmark benchmark = new SweepBenchmark(new LogSource.Broker(broker.access()));
            System.out.println("| settings | slots | s | CPU s |");
            System.out.println("|---|---|---|---|");
            for (int slots : arguments.length > 3 ? new int[] {Integer.parseInt(arguments[3])} : new int[] {1, 2}) {
                try (Replays replays = Replays.start(slots)) {
                    benchmark.run(replays, slots, 1);
                    benchmark.run(replays, slots, settings);
                }
            }
        }
    }

    private void run(Replays replays, int slots, int settings) {
        List<Scenario> scenarios = new ArrayList<>();
        IntStream.range(0, settings)
                .mapToObj(index -> LEAST_KMIN_KB + index * KMIN_STEP_KB + "KB")
                .forEach(kmin -> scenarios.add(new Scenario(
                        kmin, baseTimeNs, baseTimeNs, windowToNs, List.of(Change.parse("ecn-kmin", kmin)), 1)));
        long beforeNs = SYSTEM.getProcessCpuTime();
        long startNs = System.nanoTime();
        replays.fork(new ForkRequest(log, fabric, scenarios, null, null, LogEnd.NOW, null));
        System.out.printf(
                Locale.ROOT,
                "| %d | %d | %.1f | %.1f |%n",
                settings,
                slots,
                (System.nanoTime() - startNs) / 1e9,
                (SYSTEM.getProcessCpuTime() - beforeNs) / 1e9);
    }
}
