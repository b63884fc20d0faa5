package io.fabrictwin.ingest.parse.training;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Line;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.CheckpointObserved;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobStarted;
import io.fabrictwin.model.event.JobStopped;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.event.StepCompleted;
import io.fabrictwin.model.event.StepMeasured;
import java.util.List;
import java.util.Set;

/** The lines of a trainer in the log of another program: what that program's format ignores is read as a trainer's. */
public final class TrainingLines {
    /** The types of event that trainers' lines may yield. */
    public static final Set<Class<? extends FabricEvent>> YIELDS = Set.of(
            StepMeasured.class,
            StepCompleted.class,
            CheckpointObserved.class,
            JobStarted.class,
            JobStopped.class,
            RankGaugesObserved.class);

    private final TrainLogReader reader;
    private final Sink sink;

    /** @param input the log, whose name is the job's */
    public TrainingLines(Input input, Sink sink) {
        this.reader = new TrainLogReader(input, sink);
        this.sink = sink;
    }

    /** Where the other format is to report a line. */
    public Sink beside(Line line) {
        return new Sink() {
            @Override
            public void accepted(long record, Place place, List<? extends FabricEvent> events) {
                sink.accepted(record, place, events);
            }

            @Override
            public void ignored(long record, Place place) {
                reader.readAlone(line);
            }

            @Override
            public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
                sink.rejected(record, place, code, reason, raw);
            }

            @Override
            public void unread(String what) {
                sink.unread(what);
            }
        };
    }
}
