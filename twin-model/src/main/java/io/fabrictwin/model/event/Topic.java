package io.fabrictwin.model.event;

import java.util.Arrays;
import java.util.Optional;

/** The four topics of truth. */
public enum Topic {
    TOPOLOGY("fabric.topology"),
    CONFIG("fabric.config"),
    TELEMETRY("fabric.telemetry"),
    WORKLOAD("fabric.workload");

    private final String topicName;

    Topic(String topicName) {
        this.topicName = topicName;
    }

    /** The name in Kafka. */
    public String topicName() {
        return topicName;
    }

    public static Optional<Topic> named(String topicName) {
        return Arrays.stream(values())
                .filter(topic -> topic.topicName.equals(topicName))
                .findFirst();
    }
}
