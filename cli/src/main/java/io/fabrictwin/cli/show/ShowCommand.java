package io.fabrictwin.cli.show;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.log.FoldedLog;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Provenances;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.Detections;
import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Job;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.walk.RankWalk;
import io.fabrictwin.model.walk.Stop;
import io.fabrictwin.model.window.JobWindows;
import io.fabrictwin.model.window.PortWindow;
import io.fabrictwin.model.window.Span;
import io.fabrictwin.replay.history.Provenance;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the fabric as the log tells it now, or at any time before.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin show ports            which ports are busy, paused or marking",
            "  fabric-twin show windows --span 1m   what ports and queues did in the last minute",
            "  fabric-twin show steps --span 1h  step time, exposed communication, bus bandwidth, slowest rank",
            "  fabric-twin show clocks           how far the clocks of hosts are from each other",
            "  fabric-twin show findings         what is wrong, with a command to try",
            "  fabric-twin show frame -o json    digest and positions, for scripts",
            "  fabric-twin show ports --at -2h   as it was; with --known-at -1h, as it was known then",
            "  fabric-twin show names            devices and ports that sources name differently",
            "  fabric-twin show path --job train-7 --rank-pair 3:11   from GPU to GPU, stop by stop",
            "  fabric-twin show sources          how live sources are doing"
        })
public final class ShowCommand implements Callable<Integer> {
    /** What can be shown; the names are what a person types. */
    enum What {
        devices,
        ports,
        queues,
        links,
        jobs,
        windows,
        steps,
        clocks,
        findings,
        frame,
        names,
        path,
        sources
    }

    /** At most six digits: the largest jobs have some hundred thousand ranks. */
    private static final Pattern RANK_PAIR = Pattern.compile("(\\d{1,6}):(\\d{1,6})");

    @Parameters(paramLabel = "WHAT", description = "One of: ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private What what;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "Show it as it was at this event time: ISO-8601, seconds since 1970, or -1h (default: now).")
    private @Nullable String at;

    @Option(names = "--fabric", description = "Fabric to show, where the log tells of several.")
    private @Nullable String fabric;

    @Option(
            names = "--job",
            paramLabel = "JOB",
            description = "Job whose path is shown; may be left out where one runs.")
    private @Nullable String job;

    @Option(names = "--rank-pair", paramLabel = "FROM:TO", description = "Ranks between which the path is shown.")
    private @Nullable String rankPair;

    @Option(
            names = "--span",
            paramLabel = "SPAN",
            description = "Of windows and steps, how far back: 1s, 10s, 1m or 1h (default: ${DEFAULT-VALUE}).",
            defaultValue = "10s")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String span;

    @Option(
            names = "--from",
            paramLabel = "URL",
            description = "Of sources: ask their process itself, also while the broker is away.")
    private @Nullable URI process;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (what == What.sources) {
            SourcesView.print(
                    spec.commandLine().getOut(), outputOptions.output(), historyOptions.brokerOptions(), process);
            return ExitCodes.FINE;
        }
        PrintWriter err = spec.commandLine().getErr();
        Long atNs = at == null ? null : (Long) Times.parseTime(at, Instant.now());
        FoldedLog folded;
        try (HistoryOptions.History history = historyOptions.open(err::println)) {
            folded = new FoldedLog(
                    atNs == null ? history.fold().newest() : history.fold().at(atNs));
        }
        Provenance provenance = folded.history().provenance();
        Provenances.warnings(provenance).forEach(err::println);
        folded.undecodable().forEach(place -> err.println("left out, not an event: " + place));
        FabricFrame frame = folded.frame(fabric);
        PrintWriter out = spec.commandLine().getOut();
        switch (what) {
            case devices -> Table.print(out, outputOptions.output(), frame.devices(), Columns.devices(), "no devices");
            case ports ->
                Table.print(out, outputOptions.output(), Columns.ActivePort.of(frame), Columns.ports(), "no ports");
            case queues -> Table.print(out, outputOptions.output(), frame.queues(), Columns.queues(), "no queues");
            case links -> Table.print(out, outputOptions.output(), frame.links(), Columns.links(), "no links");
            case jobs -> Table.print(out, outputOptions.output(), frame.jobs(), Columns.jobs(), "no jobs");
            case windows ->
                Table.printWhatIsKnown(
                        out,
                        outputOptions.output(),
                        PortWindow.of(frame, History.of(frame.fabric(), folded.states()), span()),
                        WindowColumns.ports(),
                        "no samples");
            case steps ->
                Table.printWhatIsKnown(
                        out,
                        outputOptions.output(),
                        JobWindows.of(frame, History.of(frame.fabric(), folded.states()), span())
                                .entrySet(),
                        WindowColumns.jobs(),
                        "no steps");
            case clocks ->
                Table.printWhatIsKnown(
                        out,
                        outputOptions.output(),
                        Clocks.of(
                                        frame,
                                        History.of(frame.fabric(), folded.states())
                                                .jobs())
                                .estimates()
                                .values(),
                        WindowColumns.clocks(),
                        "no hosts of jobs, and no clock was told of");
            case findings ->
                Table.print(
                        out,
                        outputOptions.output(),
                        Detections.detect(frame, Windows.of(frame.fabric(), folded.states())),
                        Columns.findings(),
                        "nothing is wrong, as far as the log tells");
            case names ->
                Table.print(
                        out,
                        outputOptions.output(),
                        JoinedName.of(frame),
                        Columns.names(),
                        "every device and port has one name");
            case path -> Table.print(out, outputOptions.output(), path(frame), Columns.stops(), "no stops");
            case frame -> printFrame(out, frame, provenance);
            case sources -> throw new IllegalStateException("sources are no part of a frame");
        }
        if (atNs != null && outputOptions.output() == Output.table) {
            out.println();
            out.println(Provenances.age(frame, atNs));
            out.println(Provenances.line(provenance));
            out.flush();
        }
        return ExitCodes.FINE;
    }

    private Span span() {
        return Span.ofWord(span)
                .orElseThrow(() -> new WrongUsageException("--span is 1s, 10s, 1m or 1h, not '" + span + "'"));
    }

    private void printFrame(PrintWriter out, FabricFrame frame, Provenance provenance) {
        if (outputOptions.output() == Output.json) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>(Frames.json(frame));
            object.put("provenance", Provenances.json(provenance));
            Table.printJson(out, object);
        } else {
            Frames.print(out, outputOptions.output(), frame);
        }
    }

    private List<Stop> path(FabricFrame frame) {
        Matcher pair = RANK_PAIR.matcher(rankPair == null ? "" : rankPair);
        if (!pair.matches()) {
            throw new WrongUsageException("name two ranks, the sender first: show path --job JOB --rank-pair 3:11"
                    + (rankPair == null ? "" : "; '" + rankPair + "' is none"));
        }
        try {
            return RankWalk.between(
                    frame, chosenJob(frame), Integer.parseInt(pair.group(1)), Integer.parseInt(pair.group(2)));
        } catch (IllegalArgumentException e) {
            throw new WrongUsageException(String.valueOf(e.getMessage()), e);
        }
    }

    private JobId chosenJob(FabricFrame frame) {
        List<JobId> jobs = frame.jobs().stream().map(Job::id).toList();
        if (job == null && jobs.size() == 1) {
            return jobs.get(0);
        }
        if (job == null || !jobs.contains(new JobId(job))) {
            throw new WrongUsageException((job == null ? "choose a job with --job" : "there is no job '" + job + "'")
                    + "; the log tells of " + (jobs.isEmpty() ? "none" : jobs));
        }
        return new JobId(job);
    }
}
