package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.LineReader;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The log of a trainer, as launchers, containers and people hand it on.
 *
 * <p>A record is a line. Lines that tell no step, checkpoint, timer, beginning or end are ignored. Where the collective
 * library writes to the log as well, its lines are read as its own format reads them. A line that was wrapped or carries several messages is read as what it was.
 *
 * <p>The job is named as the input.
 */
public final class TrainLogFormat implements Format {
    private static final Pattern COLLECTIVE_LIBRARY = Pattern.compile(
            "\\b(?:NCCL|RCCL) (?:INFO|WARN|TRACE)\\b|#\\s{1,40}size\\s{1,40}count\\s{1,40}\\(?type|# nThread \\d");
    /** Longer lines are no trainer's. */
    private static final int MAX_STEP_CHARACTERS = 4_000;

    private final Function<Input, LineReader> beside;
    private final Set<Class<? extends FabricEvent>> yieldedBeside;

    /**
     * A library may speak for the first time when it fails, long after the log's beginning told whose it is.
     *
     * @param beside makes the reader of what else stands in such logs
     * @param yieldedBeside the types of event that it may yield
     */
    public TrainLogFormat(Function<Input, LineReader> beside, Set<Class<? extends FabricEvent>> yieldedBeside) {
        this.beside = beside;
        this.yieldedBeside = Set.copyOf(yieldedBeside);
    }

    @Override
    public String name() {
        return "train-log";
    }

    @Override
    public String emittedBy() {
        return "trainers: Megatron-LM and its forks, DeepSpeed, torchtitan, NeMo, MLPerf, DLRover, nanotron, lit-gpt and others";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return Stream.concat(TrainingLines.YIELDS.stream(), yieldedBeside.stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.first() == '{' || head.isXml()) {
            return Likeness.NONE;
        }
        String text = head.text();
        long words = JobWords.in(text);
        boolean isTrainer = text.contains(MlperfLines.MARK)
                || text.contains(DlLoggerLines.MARK)
                || TrainerEventLines.LINE.find(text, words) != null
                || TrainLogReader.ITERATION.find(text, words) != null
                || StampedSteps.DEEPSPEED.find(text, words) != null
                || StampedSteps.TORCHTITAN.find(text, words) != null
                || TimerLines.ROW.find(text, words) != null;
        Likeness likeness = isTrainer ? Likeness.CERTAIN : Likeness.NONE;
        if (!isTrainer && head.told().anyMatch(TrainLogFormat::tellsStep)) {
            likeness = Likeness.LIKELY;
        } else if (!isTrainer) {
            likeness = Likeness.possibleIf(ProgressBar.BAR.find(text, words) != null);
        }
        // The formats of the collective library read what trainers write between, too.
        boolean isLibrarys = likeness != Likeness.NONE && head.has(COLLECTIVE_LIBRARY);
        return isLibrarys ? Likeness.POSSIBLE : likeness;
    }

    private static boolean tellsStep(String line) {
        return line.length() <= MAX_STEP_CHARACTERS && StepLine.of(line, JobWords.in(line)) != null;
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        TrainLogReader reader = new TrainLogReader(input, sink, beside.apply(input));
        Lines.read(input, reader::read);
        reader.end();
    }
}
