package io.fabrictwin.cli.broker;

import org.jspecify.annotations.Nullable;

/**
 * Where a topic is not as planned.
 *
 * @param what a setting's name, {@code partitions}, {@code replicas}, or {@code topic} where there is none
 * @param now null: the topic does not exist
 * @param advice what a person should know or do
 */
public record TopicDifference(
        String topic, String what, @Nullable String now, String planned, Remedy remedy, String advice) {
    static final String TOPIC = "topic";
    static final String PARTITIONS = "partitions";
    static final String REPLICAS = "replicas";

    /** What {@code topics apply} does about it. */
    public enum Remedy {
        /** Makes the topic. */
        CREATE,
        /** Sets the setting. */
        SET,
        /** Adds partitions: only to a topic that never held a record. */
        GROW,
        /** Nothing: it would lose or scatter what is there. */
        NONE
    }
}
