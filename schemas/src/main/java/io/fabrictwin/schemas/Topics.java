package io.fabrictwin.schemas;

import io.fabrictwin.model.event.Topic;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.schemas.codec.EventCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The topics: their names, how many partitions they have and the settings they are made with. */
public final class Topics {
    /** Input that could not be taken in; key: source. */
    public static final String QUARANTINE = "fabric.quarantine";
    /** What is kept of sources beside their events; key: {@link SourceNote#key()}, of which the newest message stays. */
    public static final String SOURCES = "fabric.sources";
    /** What is wrong; key: the finding's id. */
    public static final String FINDINGS = "twin.findings";
    /** What is asked of workers, and how they are doing; key: {@link ScenarioNote#key()}, of which the newest message stays. */
    public static final String SCENARIOS = "twin.scenarios";
    /** What scenarios would do; key: the forecast's id. */
    public static final String FORECASTS = "twin.forecasts";
    /** How good forecasts were; key: the score's id, of which the newest message stays. */
    public static final String BACKTESTS = "twin.backtests";

    /** Partitions of each topic of truth unless told otherwise. */
    public static final int DEFAULT_TRUTH_PARTITIONS = 4;

    /** For a producer's {@code max.request.size}: the largest value, its key and what Kafka puts around them. */
    public static final int MAX_MESSAGE_BYTES = EventCodec.MAX_ENCODED_BYTES + 64 * 1024;

    private Topics() {}

    /** The names of the topics of truth, in order of {@link Topic}. */
    public static List<String> truth() {
        return Arrays.stream(Topic.values()).map(Topic::topicName).toList();
    }

    /**
     * All topics. Those of truth have the same number of partitions, so that a device's facts have the same number in
     * each of them.
     */
    public static List<TopicPlan> all(int truthPartitions) {
        List<TopicPlan> plans = new ArrayList<>();
        for (String name : truth()) {
            plans.add(new TopicPlan(name, truthPartitions, settings()));
        }
        for (String name : List.of(QUARANTINE, FINDINGS, FORECASTS)) {
            plans.add(new TopicPlan(name, 1, settings()));
        }
        SortedMap<String, String> newestOfEachKey = settings();
        newestOfEachKey.put("cleanup.policy", "compact");
        for (String name : List.of(SOURCES, SCENARIOS, BACKTESTS)) {
            plans.add(new TopicPlan(name, 1, newestOfEachKey));
        }
        return List.copyOf(plans);
    }

    private static SortedMap<String, String> settings() {
        SortedMap<String, String> settings = new TreeMap<>();
        settings.put("cleanup.policy", "delete");
        settings.put("max.message.bytes", Integer.toString(MAX_MESSAGE_BYTES));
        // The log's own time: by event time an old file would be past retention on arrival.
        settings.put("message.timestamp.type", "LogAppendTime");
        settings.put("retention.bytes", "-1");
        settings.put("retention.ms", "-1");
        return settings;
    }
}
