package io.fabrictwin.replay.operator;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.replay.source.LogRecord;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What a snapshot holds already: events up to an event time that lie before some positions. */
public final class Coverage implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long eventTimeNs;
    /** By topic, then by partition. */
    private final Map<String, long[]> nextOffsets = new HashMap<>();

    public Coverage(long eventTimeNs, Positions positions) {
        this.eventTimeNs = eventTimeNs;
        positions.nextOffsets().forEach((partition, next) -> {
            long[] ofTopic = nextOffsets.getOrDefault(partition.topic(), new long[0]);
            if (ofTopic.length <= partition.number()) {
                ofTopic = Arrays.copyOf(ofTopic, partition.number() + 1);
            }
            ofTopic[partition.number()] = next;
            nextOffsets.put(partition.topic(), ofTopic);
        });
    }

    /** Whether the snapshot was folded when the record was there. */
    boolean passed(LogRecord place) {
        long[] ofTopic = nextOffsets.get(place.topic());
        return ofTopic != null && place.partition() < ofTopic.length && place.offset() < ofTopic[place.partition()];
    }

    /** Whether the snapshot holds what an event of that time says there. */
    boolean holds(LogRecord place, long ofEventNs) {
        return ofEventNs <= eventTimeNs && passed(place);
    }
}
