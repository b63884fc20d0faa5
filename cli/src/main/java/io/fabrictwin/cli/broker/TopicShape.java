package io.fabrictwin.cli.broker;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A topic as a broker has it.
 *
 * @param replicas of each partition; the fewest of any
 * @param isEmpty whether it never held a record
 * @param settings all that are in force, by name
 */
public record TopicShape(int partitions, int replicas, boolean isEmpty, SortedMap<String, String> settings) {
    public TopicShape {
        settings = new TreeMap<>(settings);
    }
}
