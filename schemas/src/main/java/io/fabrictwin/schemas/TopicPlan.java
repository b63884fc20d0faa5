package io.fabrictwin.schemas;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How a topic is made.
 *
 * @param settings Kafka's topic settings by name
 */
public record TopicPlan(String name, int partitions, SortedMap<String, String> settings) {
    public TopicPlan {
        if (partitions < 1) {
            throw new IllegalArgumentException("topic " + name + " has " + partitions + " partitions");
        }
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }
}
