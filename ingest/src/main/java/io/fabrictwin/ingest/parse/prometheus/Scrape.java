package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongConsumer;
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

    private final Map<Key, Series.Group<Long>> groups = new HashMap<>();
    private final Map<Long, Key> keyByLastRecord = new HashMap<>();
    private final Readings readings = new Readings();
    private @Nullable String nodeName;
    /** The host that is meant where a sample names none, once all is gathered. */
    private @Nullable String scrapedHost;

    private boolean isOpenMetrics;

    private record Key(
            @Nullable String host,
            @Nullable String device,
            String port,
            @Nullable Integer priority,
            @Nullable Double time) {}

    /** OpenMetrics ends with a mark of its own, and its times are in seconds. */
    void endOfOpenMetrics() {
        isOpenMetrics = true;
    }

    /** Takes a sample in, and gives what the next ones of its series tell. */
    Series gather(long record, Sample sample) throws MalformedSampleException {
        String name = sample.labels().get(HOST_LABEL);
        if (sample.metric().equals(HOST_METRIC) && name != null && PortCounter.isName(name)) {
            nodeName = name;
        }
        PortCounter counter = PortCounter.of(sample);
        if (counter != null) {
            Long value = counter.valueOf(sample.value());
            Key key = new Key(counter.host(), counter.device(), counter.port(), counter.priority(), sample.time());
            Series.Group<Long> group = groups.computeIfAbsent(key, absent -> new Series.Group<>());
            Series.Member<PortCounter, Long> member = new Series.Member<>(counter, group, counter.counter());
            group.put(record, member.place(), value);
            return Series.ofCounter(member);
        }
        if (Told.isTold(sample.metric())) {
            return Series.ofTold();
        }
        Reading reading = Reading.of(sample);
        if (reading != null) {
            Series.Group<Double> group = readings.group(reading);
            Series.Member<Reading, Double> member = new Series.Member<>(reading, group, reading.name());
            group.put(record, member.place(), reading.valueOf(sample.value()));
            return Series.ofReading(member);
        }
        boolean isOfNoInterest =
                !PortCounter.isOfFamily(sample.metric()) && !sample.metric().equals(HOST_METRIC);
        return isOfNoInterest ? Series.OF_NO_INTEREST : Series.ofTold();
    }

    /** All is gathered. Tells the records that events stand with. */
    void end(LongConsumer lastRecords) {
        groups.forEach((key, group) -> {
            keyByLastRecord.put(group.lastRecord(), key);
            lastRecords.accept(group.lastRecord());
        });
        readings.end(lastRecords);
    }

    /** The event that stands with the record, once all is gathered. */
    Optional<PortCountersObserved> eventAt(long record, Input input) {
        Key key = keyByLastRecord.get(record);
        Series.Group<Long> group = key == null ? null : groups.get(key);
        Map<String, Long> values = group == null ? Map.of() : group.values();
        if (key == null || values.isEmpty()) {
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
                input.context().meta(record, 0, timeNs(key.time())), port, key.priority(), new TreeMap<>(values)));
    }

    /** The readings that stand with the record, once all are gathered; null: none do. */
    @Nullable
    FabricEvent readingsAt(long record, Input input) {
        return readings.eventAt(record, input.context(), scrapedHost(input), timeNs(readings.timeAt(record)));
    }

    /** What samples like this tell of links, names and states, once all is gathered. */
    Told told(Sample sample, Input input) {
        return new Told(sample, scrapedHost(input));
    }

    private String scrapedHost(Input input) {
        String known = scrapedHost;
        if (known == null) {
            known = nodeName == null ? InputName.plain(input) : nodeName;
            scrapedHost = known;
        }
        return known;
    }

    /** A sample's time in ns since 1970, once all is gathered. */
    @Nullable
    Long timeNs(@Nullable Double time) {
        if (time == null) {
            return null;
        }
        boolean isSeconds = time <= MAX_SECONDS && (isOpenMetrics || time != Math.rint(time));
        // Whole units first: a float holds no ns of our days.
        return isSeconds ? Math.round(time * US_PER_SECOND) * NS_PER_US : Math.round(time) * NS_PER_MS;
    }
}
