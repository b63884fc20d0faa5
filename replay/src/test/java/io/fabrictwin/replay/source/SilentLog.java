package io.fabrictwin.replay.source;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.schemas.BrokerAccess;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A log whose broker was there when it was asked, and is not any more. */
public final class SilentLog {
    private SilentLog() {}

    public static LogCut cut(BrokerAccess broker) {
        SortedMap<String, String> topicIds = new TreeMap<>();
        SortedMap<Positions.Partition, Long> end = new TreeMap<>();
        for (String topic : List.of("fabric.config", "fabric.telemetry")) {
            topicIds.put(topic, "id-of-" + topic);
            end.put(new Positions.Partition(topic, 0), 1L);
            end.put(new Positions.Partition(topic, 1), 2L);
        }
        BrokerLog log = new BrokerLog(broker, topicIds, Positions.NONE, new Positions(end));
        return LogCut.of(topicIds, LogEnd.NOW, List.of(log));
    }
}
