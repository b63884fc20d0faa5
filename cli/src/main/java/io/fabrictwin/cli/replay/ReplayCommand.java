package io.fabrictwin.cli.replay;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.FramesRequest;
import io.fabrictwin.replay.job.ReplayRequest;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.job.SteppedReplay;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
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
            "  fabric-twin replay --from -1h --every 1s --job train-7 --until LinkWentDown",
            "  fabric-twin replay --from -1h --every 10s --speed 60x -o json   one frame a line, an hour in a minute",
            "  fabric-twin replay --bootstrap broker:9092 --flink jobmanager:8081",
            "  fabric-twin replay --archive /archive --to 2026-03-01T12:00:00Z --known-at 2026-03-01T12:05:00Z",
        })
public final class ReplayCommand implements Callable<Integer> {
    /** More frames than anybody reads, and fewer than fill the memory. */
    private static final long MOST_FRAMES = 100_000;

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
    private final FrameOptions frameOptions = new FrameOptions();

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
        if (frameOptions.isGiven()) {
            printFrames(fromNs, toNs);
            return ExitCodes.FINE;
        }
        ReplayResult result;
        try (HistoryOptions.History history =
                        historyOptions.open(spec.commandLine().getErr()::println);
                Replays replays = flinkOptions.open()) {
            result = replays.replay(
                    ReplayRequest.timeline(history.source(), fromNs, toNs, history.end()), history.snapshots());
        }
        PrintWriter err = spec.commandLine().getErr();
        Replayed.warnings(result).forEach(err::println);
        Replayed.print(spec.commandLine().getOut(), outputOptions.output(), result, fabric);
        return ExitCodes.FINE;
    }

    private void printFrames(@Nullable Long fromNs, @Nullable Long toNs) {
        Output output = outputOptions.output();
        if (output == Output.csv || output == Output.md) {
            throw new WrongUsageException("frames are told one a line, or with -o json; not with -o " + output);
        }
        // What is wrong with an option is said before the log is read.
        long everyNs = frameOptions.everyNs();
        String until = frameOptions.until();
        Pace pace = new Pace(frameOptions.speed());
        JobId job = frameOptions.job();
        PrintWriter err = spec.commandLine().getErr();
        try (HistoryOptions.History history = historyOptions.open(err::println);
                Replays replays = flinkOptions.open()) {
            SteppedReplay replay = replays.frames(
                    new FramesRequest(history.source(), fromNs, toNs, everyNs, job, history.end()),
                    history.snapshots());
            printFrames(replay, output, pace, until, job);
        }
    }

    private void printFrames(
            SteppedReplay replay, Output output, Pace pace, @Nullable String until, @Nullable JobId job) {
        FabricId chosen = FoldedLog.chosen(replay.fabrics(), fabric);
        if (replay.frames() > MOST_FRAMES) {
            throw new WrongUsageException(String.format(
                    Locale.ROOT,
                    "that is %,d frames; name a longer --every, or less of history with --from and --to",
                    replay.frames()));
        }
        PrintWriter err = spec.commandLine().getErr();
        Replayed.warnings(replay).forEach(err::println);
        PrintWriter out = spec.commandLine().getOut();
        AtomicBoolean hasCome = new AtomicBoolean();
        AtomicBoolean hasStepped = new AtomicBoolean();
        replay.forEach(chosen, frame -> {
            boolean mayGoOn = pace.waitFor(frame.timeNs());
            if (mayGoOn) {
                FrameLines.print(out, output, frame, replay.provenance());
                hasStepped.set(hasStepped.get() || !frame.completed().isEmpty());
                hasCome.set(until != null && frame.eventsByType().containsKey(until));
            }
            return mayGoOn && !hasCome.get();
        });
        if (until != null && !hasCome.get()) {
            err.println("no " + until + " came in that span");
        }
        if (job != null && !hasStepped.get()) {
            err.println("no step of a job '" + job + "' was over in that span");
        }
    }
}
