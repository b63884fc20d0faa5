package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.LineReader;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Colours;
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
    /** How many lines a wrapped one may have. */
    private static final int MAX_WRAPPED = 6;

    static final WordedPattern ITERATION =
            WordedPattern.alone(Pattern.compile("\\biteration\\s{1,20}\\d{1,12}/\\s{0,20}\\d{1,12} \\|"), "iteration");
    static final WordedPattern LOG_INTERVAL =
            WordedPattern.alone(Pattern.compile("\\blog_interval \\.{2,} (\\d{1,6})\\b"), "log_interval");

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
        String text = Colours.removedFrom(line.text());
        long words = JobWords.in(line, text);
        if (!wrapped.isEmpty() && (defect != null || !continues(text, words) || wrapped.size() >= MAX_WRAPPED)) {
            endWrapped();
        }
        if (defect != null) {
            sink.rejected(line.record(), line.place(), defect.code(), defect.reason(), line.raw());
            return;
        }
        boolean isEnded = endsInBar(text);
        if (wrapped.isEmpty() && (isEnded || !isIteration(text, words))) {
            report(line, text, words);
            return;
        }
        wrapped.add(line);
        if (isEnded) {
            endWrapped();
        }
    }

    /** Reads a line that is whole, and reports it. */
    void readAlone(Line line) {
        String text = Colours.removedFrom(line.text());
        report(line, text, JobWords.in(line, text));
    }

    /** Reports what is still held. */
    void end() {
        if (!wrapped.isEmpty()) {
            endWrapped();
        }
    }

    private static boolean continues(String text, long words) {
        return (text.contains(" | ") || endsInBar(text))
                && ITERATION.find(text, words) == null
                && TimerLines.ROW.find(text, words) == null;
    }

    private static boolean endsInBar(String text) {
        int last = text.length() - 1;
        while (last >= 0 && Character.isWhitespace(text.charAt(last))) {
            last--;
        }
        return last >= 0 && text.charAt(last) == '|';
    }

    private static boolean isIteration(String text, long words) {
        return ITERATION.mayStandAmong(words)
                && text.contains("consumed samples")
                && ITERATION.find(text, words) != null;
    }

    private void endWrapped() {
        StringBuilder joined = new StringBuilder();
        for (Line line : wrapped) {
            joined.append(Colours.removedFrom(line.text()).strip()).append(' ');
        }
        String text = joined.toString();
        report(List.copyOf(wrapped), text, JobWords.in(text));
        wrapped.clear();
    }

    private void report(Line line, String text, long words) {
        if (words == 0) {
            beside.read(line, sink);
        } else {
            report(List.of(line), text, words);
        }
    }

    /** The first line carries what all of them tell. */
    private void report(List<Line> lines, String text, long words) {
        Line first = lines.get(0);
        Findings findings = new Findings(input.context(), first.record());
        for (String part : text.indexOf('\r') < 0 ? new String[] {text} : text.split("\r+")) {
            readGlued(part, words, findings);
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
    private void readGlued(String text, long words, Findings findings) {
        int from = 0;
        Matcher iteration = ITERATION.find(text, words);
        Matcher next = iteration == null ? null : ITERATION.findFrom(text, iteration.end());
        while (next != null) {
            readPart(text.substring(from, next.start()), words, findings);
            from = next.start();
            next = ITERATION.findFrom(text, next.end());
        }
        readPart(text.substring(from), words, findings);
    }

    private void readPart(String text, long words, Findings findings) {
        findings.stampedBy(text);
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
        if (trainerEvents.read(text, words, findings) || readStep(text, words, findings)) {
            return;
        }
        boolean isRead = timers.read(text, words, findings)
                || stamped.read(text, words, findings)
                || bar.read(text, words, findings)
                || jobLines.read(text, words, findings);
        if (isRead) {
            long rankCount = jobLines.rankCount();
            if (rankCount > 0) {
                timers.rankCount(rankCount);
                stamped.rankCount(rankCount);
            }
            return;
        }
        Matcher interval = LOG_INTERVAL.find(text, words);
        if (interval != null) {
            findings.claim();
            logInterval = Integer.valueOf(interval.group(1));
        }
    }

    private boolean readStep(String text, long words, Findings findings) {
        StepLine step = StepLine.of(text, words);
        if (step == null) {
            if (isIteration(text, words)) {
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
}
