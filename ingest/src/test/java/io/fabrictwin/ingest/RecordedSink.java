package io.fabrictwin.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.Place;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.util.ArrayList;
import java.util.List;

/** Keeps what a parser hands over, and checks that record numbers rise and that events carry them in order. */
public final class RecordedSink implements Sink {
    public final List<FabricEvent> events = new ArrayList<>();
    public final List<String> ignored = new ArrayList<>();
    public final List<String> rejected = new ArrayList<>();
    public long accepted;
    private long lastRecord = -1;

    @Override
    public void accepted(long record, Place place, List<? extends FabricEvent> made) {
        next(record);
        accepted++;
        int index = 0;
        for (FabricEvent event : made) {
            assertThat(event.meta().record()).isEqualTo(record);
            assertThat(event.meta().index()).isEqualTo(index++);
        }
        events.addAll(made);
    }

    @Override
    public void ignored(long record, Place place) {
        next(record);
        ignored.add(place.inWords());
    }

    @Override
    public void rejected(long record, Place place, RejectCode code, String reason, byte[] raw) {
        next(record);
        rejected.add(place.inWords() + ": " + code + ": " + reason);
    }

    private void next(long record) {
        assertThat(record).isGreaterThan(lastRecord);
        lastRecord = record;
    }
}
