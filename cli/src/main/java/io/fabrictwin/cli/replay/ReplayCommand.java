package io.fabrictwin.cli.replay;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Replay a span of history on Flink: what changed, what it did, and the frame at the end.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin replay                                    everything in the log",
            "  fabric-twin replay --from -2h --to -1h -o json        one hour, for scripts",
            "  fabric-twin replay --bootstrap broker:9092 --flink jobmanager:8081",
            "  fabric-twin replay --archive /archive --to 2026-03-01T12:00:00Z --known-at 2026-03-01T12:05:00Z",
        })
public final class ReplayCommand implements Callable<Integer> {
    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = "Event time at which the timeline begins: ISO-8601, seconds since 1970, or -1h"
                    + " (default: the log's begin).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "Event time of the frame and the timeline's end (default: the log's end).")
    private @Nullable String to;

    @Option(names = "--fabric", description = "Only this fabric.")
    private @Nullable String fabric;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Instant now = Instant.now();
        Long fromNs = from == null ? null : (Long) Times.parseTime(from, now);
        Long toNs = to == null ? null : (Long) Times.parseTime(to, now);
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new WrongUsageException("--from " + from + " is after --to " + to);
        }
        ReplayResult result;
        try (HistoryOptions.History history =
                        historyOptions.open(spec.commandLine().getErr()::println);
                Replays replays = flinkOptions.open()) {
            result = replays.replay(
                    new ReplayRequest(history.source(), fromNs, toNs, history.end()), history.snapshots());
        }
        PrintWriter err = spec.commandLine().getErr();
        Replayed.warnings(result).forEach(err::println);
        Replayed.print(spec.commandLine().getOut(), outputOptions.output(), result, fabric);
        return ExitCodes.FINE;
    }
}
