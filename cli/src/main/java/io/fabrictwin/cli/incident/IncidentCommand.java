package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.SlowSteps.Question;
import io.fabrictwin.replay.Replays;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code incident}. */
@Command(
        name = "incident",
        mixinStandardHelpOptions = true,
        description = "Say why a job's steps were slow: which steps, what their time went into, the likely causes with"
                + " evidence, and the way from a rank to the cause; or that it is not the network, or cannot be told.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin incident                                      the worst stretch in the log",
            "  fabric-twin incident --job pretraining --around -2h       what was wrong then",
            "  fabric-twin incident -o html --out incident.html          a page to send to somebody",
            "  fabric-twin fork --incident ID                            had it not happened"
        })
public final class IncidentCommand implements Callable<Integer> {
    /** Forms of a report. */
    enum Form {
        text,
        md,
        json,
        html
    }

    @Option(names = "--job", description = "Only this job (default: whichever lost most time).")
    private @Nullable String job;

    @Option(
            names = "--around",
            paramLabel = "TIME",
            description = "A time when it was slow: ISO-8601, seconds since 1970, or -1h.")
    private @Nullable String around;

    @Option(names = "--from", paramLabel = "TIME", description = "Look for slow steps from then on.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Look for slow steps up to then.")
    private @Nullable String to;

    @Option(names = "--fabric", description = "Fabric to look at, where the log tells of several.")
    private @Nullable String fabric;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            defaultValue = "text",
            description =
                    "text, md (Markdown), json or html (one page that needs nothing else) (default: ${DEFAULT-VALUE}).")
    private Form form = Form.text;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the report there (default: standard output).")
    private @Nullable Path file;

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        Question question = question();
        Span.Answer answer;
        try (Progress progress = Progress.on(spec.commandLine().getErr());
                HistoryOptions.History history =
                        historyOptions.open(spec.commandLine().getErr()::println);
                Replays replays = flinkOptions.open()) {
            progress.show("reading the log");
            answer = RecordedSpans.of(
                            replays,
                            history.source(),
                            history.end(),
                            fabric,
                            spec.commandLine().getErr())
                    .ask(question);
        }
        StringWriter text = new StringWriter();
        print(new PrintWriter(text), answer);
        write(text.toString());
        return ExitCodes.FINE;
    }

    private Question question() {
        if (around != null && (from != null || to != null)) {
            throw new WrongUsageException("choose: --around TIME, or --from TIME and --to TIME");
        }
        Instant now = Instant.now();
        String begin = around == null ? from : around;
        String end = around == null ? to : around;
        Long fromNs = begin == null ? null : (Long) Times.parseTime(begin, now);
        Long toNs = end == null ? null : (Long) Times.parseTime(end, now);
        if (fromNs != null && toNs != null && fromNs > toNs) {
            throw new WrongUsageException("--from " + from + " is after --to " + to);
        }
        return new Question(job == null ? null : new JobId(job), fromNs, toNs);
    }

    private void print(PrintWriter out, Span.Answer answer) {
        IncidentReport report = answer.report();
        switch (form) {
            case json -> ReportJson.print(out, answer);
            case html -> out.print(ReportPage.of(answer));
            case text, md -> {
                ReportText text = new ReportText(out, form == Form.md);
                if (report == null) {
                    text.nothing(answer.why());
                } else {
                    text.print(report);
                }
            }
        }
        out.flush();
    }

    private void write(String text) {
        Path target = file;
        PrintWriter out = spec.commandLine().getOut();
        if (target == null) {
            out.print(text);
            out.flush();
            return;
        }
        try {
            Files.writeString(target, text);
        } catch (IOException e) {
            throw new BadDataException("cannot write " + target + ": " + e.getMessage(), e);
        }
        spec.commandLine().getErr().println("wrote " + target);
    }
}
