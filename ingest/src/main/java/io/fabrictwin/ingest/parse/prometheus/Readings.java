package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.RankGaugesObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Readings of an input, gathered by what was read; each group becomes one event, which stands with its last sample. */
final class Readings {
    private final Map<Reading.Place, Series.Group<Double>> groups = new HashMap<>();
    private final Map<Long, Reading.Place> placeByLastRecord = new HashMap<>();

    Series.Group<Double> group(Reading reading) {
        return groups.computeIfAbsent(reading.place(), absent -> new Series.Group<>());
    }

    /** All is gathered. Tells the records that events stand with. */
    void end(LongConsumer lastRecords) {
        groups.forEach((place, group) -> {
            placeByLastRecord.put(group.lastRecord(), place);
            lastRecords.accept(group.lastRecord());
        });
    }

    /** The event that stands with the record; null: none does. */
    @Nullable
    FabricEvent eventAt(long record, EventContext context, String scrapedHost, @Nullable Long timeNs) {
        Reading.Place place = placeByLastRecord.get(record);
        Series.Group<Double> group = place == null ? null : groups.get(place);
        SortedMap<String, Double> values = group == null ? new TreeMap<>() : new TreeMap<>(group.values());
        if (place == null || values.isEmpty()) {
            return null;
        }
        String host = place.host();
        String job = place.job();
        Integer rank = place.rank();
        if (job != null && rank != null) {
            return new RankGaugesObserved(
                    context.meta(record, 0, timeNs),
                    new JobId(job),
                    rank,
                    host == null ? null : new DeviceId(host),
                    values);
        }
        DeviceId device = new DeviceId(host == null ? scrapedHost : host);
        String port = place.port();
        return new GaugesObserved(
                context.meta(record, 0, timeNs),
                device,
                port == null ? null : new PortId(device, port),
                place.component(),
                values);
    }

    /** Time of the samples of the group that stands with the record. */
    @Nullable
    Double timeAt(long record) {
        Reading.Place place = placeByLastRecord.get(record);
        return place == null ? null : place.time();
    }
}
