package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.ingest.parse.FileInput;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.recording.LabRecording;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.RunKind;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A laboratory recording folded in memory: the present state up to the fork's time, and the history of the whole run, also
 * past the fork (the recording is an open book); under strict reading nothing past the fork.
 */
public final class RecordingFold {
    /** Recordings count from the start of the run; laid here, the same recording gives the same bytes everywhere. */
    static final long START_NS = 0;

    private final Path folder;
    private final FabricId fabric;
    private final long forkNs;
    private final Reading reading;
    private final Map<EntityKey, EntityState> present = new HashMap<>();
    private final Map<EntityKey, EntityState> history = new HashMap<>();
    private final WorkloadWindow window;
    private final Scenario scenario;
    private final Path questionFile;

    private RecordingFold(Path folder, Question question, Reading reading, long seed) {
        this.folder = folder;
        this.fabric = new FabricId(question.name());
        this.forkNs = START_NS + question.forkTimeNs();
        this.reading = reading;
        this.questionFile = question.file();
        read();
        this.window = WorkloadWindow.of(fabric, history);
        this.scenario = reading == Reading.STRICT
                ? question.strictScenario(window, START_NS, seed)
                : question.scenario(window, START_NS, seed);
    }

    /** Folds a recording as far as its question needs it. */
    public static RecordingFold of(Path folder, Question question, Reading reading, long seed) {
        return new RecordingFold(folder, question, reading, seed);
    }

    Path folder() {
        return folder;
    }

    /** Named after the case, so that recordings lie side by side in one log. */
    FabricId fabric() {
        return fabric;
    }

    Scenario scenario() {
        return scenario;
    }

    /**
     * Answers the recording's own question.
     *
     * @param kind null: as the number of messages tells
     */
    public Forecast forecast(@Nullable RunKind kind) {
        try {
            return Forecaster.of(FabricFrame.of(fabric, present, Positions.NONE), window, kind)
                    .forecast(scenario);
        } catch (ScenarioRefusedException e) {
            throw new BadDataException(questionFile + ": " + e.getMessage(), e);
        }
    }

    private void read() {
        Format format = new LabRecording();
        try {
            format.parse(FileInput.of(format, folder, fabric, START_NS, START_NS), new Sink() {
                @Override
                public void accepted(long record, Place place, List<? extends FabricEvent> events) {
                    events.forEach(RecordingFold.this::fold);
                }

                @Override
                public void ignored(long record, Place place) {
                    // not of the recording
                }

                @Override
                public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
                    throw new BadDataException(folder + ", " + place.inWords() + ": " + reason);
                }
            });
        } catch (IOException e) {
            throw new BadDataException("cannot read the recording: " + e.getMessage(), e);
        }
    }

    private void fold(FabricEvent event) {
        boolean isPast = event.meta().eventTimeNs() <= forkNs;
        if (!isPast && reading == Reading.STRICT) {
            return;
        }
        Fold.writesByEntity(event).forEach((key, writes) -> {
            if (key.kind().tier() == EntityKind.Tier.HISTORY) {
                history.put(key, history.getOrDefault(key, EntityState.EMPTY).with(writes));
            } else if (isPast) {
                present.put(key, present.getOrDefault(key, EntityState.EMPTY).with(writes));
            }
        });
    }
}
