package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Lines;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The log of a trainer, as launchers, containers and people hand it on.
 *
 * <p>A record is a line. Lines that tell no step, checkpoint, timer, beginning or end are ignored, also those of the
 * collective library. A line that was wrapped or carries several messages is read as what it was.
 *
 * <p>The job is named as the input.
 */
public final class TrainLogFormat implements Format {
    private static final Pattern COLLECTIVE_LIBRARY = Pattern.compile("\\b(?:NCCL|RCCL) (?:INFO|WARN|TRACE)\\b");

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
        return Set.of(
                StepMeasured.class,
                StepCompleted.class,
                CheckpointObserved.class,
                JobStarted.class,
                JobStopped.class,
                RankGaugesObserved.class);
    }

    @Override
    public Likeness recognise(Head head) {
        if (head.first() == '{' || head.isXml()) {
            return Likeness.NONE;
        }
        boolean isTrainer = head.text().contains(MlperfLines.MARK)
                || head.text().contains(DlLoggerLines.MARK)
                || head.has(TrainerEventLines.LINE)
                || head.has(TrainLogReader.ITERATION)
                || head.has(StampedSteps.DEEPSPEED)
                || head.has(StampedSteps.TORCHTITAN)
                || head.has(TimerLines.ROW);
        if (isTrainer) {
            // The log of a trainer that lets the library speak is more the library's.
            return head.has(COLLECTIVE_LIBRARY) ? Likeness.POSSIBLE : Likeness.CERTAIN;
        }
        boolean tellsSteps = head.told().anyMatch(line -> StepLine.of(line) != null);
        if (tellsSteps) {
            return head.has(COLLECTIVE_LIBRARY) ? Likeness.POSSIBLE : Likeness.LIKELY;
        }
        return Likeness.possibleIf(head.has(ProgressBar.BAR));
    }

    @Override
    public void parse(Input input, Sink sink) throws IOException {
        TrainLogReader reader = new TrainLogReader(input, sink);
        Lines.read(input, reader::read);
        reader.end();
    }
}
