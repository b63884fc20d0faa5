package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The samples of an input, gathered by port. */
final class Scrape {
    /** The greatest time in ms whose ns fit. */
    static final double MAX_TIME = 9.2e12;
    /** The greatest time in s whose ns fit. */
    private static final double MAX_SECONDS = 9.2e9;

    private static final double US_PER_SECOND = 1e6;
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_MS = 1_000_000;

    private static final String HOST_METRIC = "node_uname_info";
    private static final String HOST_LABEL = "nodename";

    private final Map<Key, Group> groups = new HashMap<>();
    private final Map<Long, Key> keyByLastRecord = new HashMap<>();
    private final Readings readings = new Readings();
    private @Nullable String nodeName;
    private boolean isOpenMetrics;

    private record Key(
            @Nullable String host,
            @Nullable String device,
            String port,
            @Nullable Integer priority,
            @Nullable Double time) {}

    private static final class Group {
        private final SortedMap<String, Long> counters = new TreeMap<>();
        private long lastRecord;
    }

    /** OpenMetrics ends with a mark of its own, and its times are in seconds. */
    void endOfOpenMetrics() {
        isOpenMetrics = true;
    }

    void gather(long record, Sample sample) throws MalformedSampleException {
        String name = sample.labels().get(HOST_LABEL);
        if (sample.metric().equals(HOST_METRIC) && name != null && PortCounter.isName(name)) {
            nodeName = name;
        }
        PortCounter counter = PortCounter.of(sample);
        if (counter == null) {
            Reading reading = Facts.isTold(sample) ? null : Reading.of(sample);
            if (reading != null) {
                readings.gather(record, reading);
            }
            return;
        }
        Key key = new Key(counter.host(), counter.device(), counter.port(), counter.priority(), sample.time());
        Group group = groups.computeIfAbsent(key, absent -> new Group());
        Long value = counter.value();
        if (value != null) {
            group.counters.put(counter.counter(), value);
        }
        keyByLastRecord.remove(group.lastRecord, key);
        group.lastRecord = record;
        keyByLastRecord.put(record, key);
    }

    /** The event that stands with the record, once all is gathered. */
    Optional<PortCountersObserved> eventAt(long record, Input input) {
        Key key = keyByLastRecord.get(record);
        Group group = key == null ? null : groups.get(key);
        if (key == null || group == null || group.counters.isEmpty()) {
            return Optional.empty();
        }
        String device = key.device();
        if (device == null) {
            device = key.host();
        }
        if (device == null) {
            device = nodeName;
        }
        PortId port = new PortId(new DeviceId(device == null ? InputName.plain(input) : device), key.port());
        return Optional.of(new PortCountersObserved(
                input.context().meta(record, 0, timeNs(key.time())), port, key.priority(), group.counters));
    }

    /** The readings that stand with the record, once all are gathered; null: none do. */
    @Nullable
    FabricEvent readingsAt(long record, Input input) {
        return readings.eventAt(record, input.context(), scrapedHost(input), timeNs(readings.timeAt(record)));
    }

    /** What the sample tells of links, names and states. */
    List<FabricEvent> factsOf(Sample sample, long record, Input input) {
        return Facts.of(sample, input.context(), record, scrapedHost(input), timeNs(sample.time()));
    }

    private String scrapedHost(Input input) {
        return nodeName == null ? InputName.plain(input) : nodeName;
    }

    private @Nullable Long timeNs(@Nullable Double time) {
        if (time == null) {
            return null;
        }
        boolean isSeconds = time <= MAX_SECONDS && (isOpenMetrics || time != Math.rint(time));
        // Whole units first: a float holds no ns of our days.
        return isSeconds ? Math.round(time * US_PER_SECOND) * NS_PER_US : Math.round(time) * NS_PER_MS;
    }
}
