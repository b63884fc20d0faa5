package io.fabrictwin.cli.broker;

import io.fabrictwin.schemas.Topics;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a person wants of the topics.
 *
 * @param truthPartitions of each topic of truth; null: what they have, of those that differ the most
 * @param replicas of each partition; null: as they are, and the broker's own default for new ones
 */
public record TopicRequest(
        @Nullable Integer truthPartitions, @Nullable Integer replicas) {
    /** Nothing beyond what the product needs. */
    public static final TopicRequest USUAL = new TopicRequest(null, null);

    /** So many that a leader may be lost and what was acknowledged stays. */
    private static final int SAFE_REPLICAS = 3;

    int truthPartitions(Map<String, TopicShape> found) {
        if (truthPartitions != null) {
            return truthPartitions;
        }
        return found.entrySet().stream()
                .filter(topic -> Topics.truth().contains(topic.getKey()))
                .mapToInt(topic -> topic.getValue().partitions())
                .max()
                .orElse(Topics.DEFAULT_TRUTH_PARTITIONS);
    }

    /** The planned settings, and what the wanted replicas are good for. */
    SortedMap<String, String> settings(SortedMap<String, String> planned) {
        SortedMap<String, String> settings = new TreeMap<>(planned);
        if (replicas != null && replicas >= SAFE_REPLICAS) {
            settings.put("min.insync.replicas", Integer.toString(replicas - 1));
        }
        return settings;
    }
}
