package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineReader;
import io.fabrictwin.ingest.parse.LogTime;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.WordedPattern;
import io.fabrictwin.model.event.StepMeasured;
import io.fabrictwin.model.id.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the lines of one log, in order. */
final class TrainLogReader {
    /** How much of a line may hold its time. */
    private static final int TIME_CHARACTERS = 120;
    /** How many lines a wrapped one may have. */
    private static final int MAX_WRAPPED = 6;

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[A-Za-z]");
    private static final Pattern GLOG =
            Pattern.compile("(?:^|[ \\[:])[IWEF](\\d{4}) (\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?)\\b");
    static final WordedPattern ITERATION =
            WordedPattern.of(Pattern.compile("\\biteration\\s{1,20}\\d{1,12}/\\s{0,20}\\d{1,12} \\|"), "iteration");
    private static final WordedPattern LOG_INTERVAL =
            WordedPattern.of(Pattern.compile("\\blog_interval \\.{2,} (\\d{1,6})\\b"), "log_interval");

    private final Input input;
    private final Sink sink;
    private final LineReader beside;
    private final JobId job;
    private final MlperfLines mlperf;
    private final DlLoggerLines dlLogger;
    private final TrainerEventLines trainerEvents;
    private final TimerLines timers;
    private final StampedSteps stamped;
    private final ProgressBar bar;
    private final JobLines jobLines;
    /** The lines of an iteration that was wrapped, so far. */
    private final List<Line> wrapped = new ArrayList<>();

    private @Nullable Integer logInterval;

    TrainLogReader(Input input, Sink sink) {
        this(input, sink, (line, to) -> to.ignored(line.record(), line.place()));
    }

    /** @param beside reads the lines that are no trainer's */
    TrainLogReader(Input input, Sink sink, LineReader beside) {
        this.beside = beside;
        this.input = input;
        this.sink = sink;
        job = new JobId(InputName.plain(input));
        mlperf = new MlperfLines(job);
        dlLogger = new DlLoggerLines(job);
        trainerEvents = new TrainerEventLines(job);
        timers = new TimerLines(job);
        stamped = new StampedSteps(job);
        bar = new ProgressBar(job);
        jobLines = new JobLines(job);
    }

    void read(Line line) {
        Line.Defect defect = line.defect();
        String text = withoutColour(line);
        if (!wrapped.isEmpty() && (defect != null || !continues(text) || wrapped.size() >= MAX_WRAPPED)) {
            endWrapped();
        }
        if (defect != null) {
            sink.rejected(line.record(), line.place(), defect.code(), defect.reason(), line.raw());
            return;
        }
        boolean isWrapped = !wrapped.isEmpty() || (text.contains("consumed samples") && ITERATION.find(text) != null);
        if (isWrapped) {
            wrapped.add(line);
            if (text.stripTrailing().endsWith("|")) {
                endWrapped();
            }
        } else {
            report(List.of(line), text);
        }
    }

    /** Reads a line that is whole, and reports it. */
    void readAlone(Line line) {
        report(List.of(line), withoutColour(line));
    }

    /** Reports what is still held. */
    void end() {
        if (!wrapped.isEmpty()) {
            endWrapped();
        }
    }

    private static String withoutColour(Line line) {
        String text = line.text();
        return text.indexOf('\u001b') < 0 ? text : COLOUR.matcher(text).replaceAll("");
    }

    private static boolean continues(String text) {
        return (text.contains(" | ") || text.stripTrailing().endsWith("|"))
                && ITERATION.find(text) == null
                && TimerLines.ROW.find(text) == null;
    }

    private void endWrapped() {
        StringBuilder joined = new StringBuilder();
        for (Line line : wrapped) {
            joined.append(withoutColour(line).strip()).append(' ');
        }
        report(List.copyOf(wrapped), joined.toString());
        wrapped.clear();
    }

    /** The first line carries what all of them tell. */
    private void report(List<Line> lines, String text) {
        Line first = lines.get(0);
        Findings findings = new Findings(input.context(), first.record());
        if (TrainerWords.standIn(text)) {
            for (String part : text.indexOf('\r') < 0 ? new String[] {text} : text.split("\r+")) {
                readGlued(part, findings);
            }
        }
        findings.unread.forEach(sink::unread);
        for (Line line : lines) {
            boolean isFirst = line == first;
            if (isFirst && findings.reason != null && findings.events.isEmpty()) {
                RejectCode code = first.isTerminated() ? findings.code : RejectCode.TRUNCATED;
                sink.rejected(line.record(), line.place(), code, findings.reason, line.raw());
            } else if (findings.isOurs()) {
                sink.accepted(line.record(), line.place(), isFirst ? findings.events : List.of());
            } else {
                beside.read(line, sink);
            }
        }
    }

    /** Ranks write to one pipe: an iteration may stand behind another's, on one line. */
    private void readGlued(String text, Findings findings) {
        int from = 0;
        Matcher iteration = ITERATION.find(text);
        if (iteration != null) {
            while (iteration.find()) {
                readPart(text.substring(from, iteration.start()), findings);
                from = iteration.start();
            }
        }
        readPart(text.substring(from), findings);
    }

    private void readPart(String text, Findings findings) {
        findings.timeNs = time(text, findings);
        int mark = text.indexOf(MlperfLines.MARK);
        if (mark >= 0) {
            mlperf.read(text, mark, findings);
            return;
        }
        mark = text.indexOf(DlLoggerLines.MARK);
        if (mark >= 0) {
            dlLogger.read(text, mark, findings);
            return;
        }
        if (trainerEvents.read(text, findings) || readStep(text, findings)) {
            return;
        }
        boolean isRead = timers.read(text, findings)
                || stamped.read(text, findings)
                || bar.read(text, findings)
                || jobLines.read(text, findings);
        if (isRead) {
            long rankCount = jobLines.rankCount();
            if (rankCount > 0) {
                timers.rankCount(rankCount);
                stamped.rankCount(rankCount);
            }
            return;
        }
        Matcher interval = LOG_INTERVAL.find(text);
        if (interval != null) {
            findings.claim();
            logInterval = Integer.valueOf(interval.group(1));
        }
    }

    private boolean readStep(String text, Findings findings) {
        StepLine step = StepLine.of(text);
        if (step == null) {
            if (text.contains("consumed samples") && ITERATION.find(text) != null) {
                findings.refuse(RejectCode.MALFORMED, "an iteration without its elapsed time");
                return true;
            }
            return false;
        }
        stamped.timeIsTold();
        findings.add(new StepMeasured(
                findings.meta(),
                job,
                step.step(),
                step.stepTimeNs(),
                text.contains("elapsed time per iteration") ? logInterval : null,
                step.samples(),
                step.tokensPerSecondPerGpu(),
                step.flopsPerSecondPerGpu()));
        return true;
    }

    private static @Nullable Long time(String text, Findings findings) {
        String beginning = text.substring(0, Math.min(TIME_CHARACTERS, text.length()));
        Long time = LogTime.before(beginning);
        Matcher glog = GLOG.matcher(beginning);
        return time == null && glog.find()
                ? LogTime.withoutYear(
                        glog.group(1), glog.group(2), findings.context().anchorTimeNs())
                : time;
    }
}
