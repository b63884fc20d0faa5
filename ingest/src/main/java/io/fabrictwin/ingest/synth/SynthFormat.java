package io.fabrictwin.ingest.synth;

import io.fabrictwin.ingest.events.EventJson;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Head;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Likeness;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A synthetic cluster as an input, so that its events are taken in the way all others are: accounted for, recognised when
 * they come twice, refused where they cannot be. The input's content is not read: the settings say it all.
 */
public final class SynthFormat implements Format {
    private final SynthSettings settings;
    private @Nullable Truth truth;

    public SynthFormat(SynthSettings settings) {
        this.settings = settings;
    }

    /** What really happened; null before it was parsed. */
    public @Nullable Truth truth() {
        return truth;
    }

    @Override
    public String name() {
        return "synth";
    }

    @Override
    public String emittedBy() {
        return "an engine run of a synthetic cluster";
    }

    @Override
    public Set<Class<? extends FabricEvent>> yields() {
        return EventJson.types();
    }

    @Override
    public Likeness recognise(Head head) {
        return Likeness.NONE;
    }

    @Override
    public void parse(Input input, Sink sink) {
        long[] record = {0};
        truth = SynthRun.tell(settings, event -> {
            sink.accepted(record[0], "event " + record[0], List.of(event));
            record[0]++;
        });
    }
}
