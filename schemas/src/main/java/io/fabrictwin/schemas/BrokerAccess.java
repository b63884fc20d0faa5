package io.fabrictwin.schemas;

import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How to get to the log: where its broker is, and how to prove who one is. All clients of the log are made with it, also
 * those on other hosts, to which it travels with a job.
 *
 * @param bootstrap the broker's addresses, host:port, with commas between them
 * @param settings Kafka's client settings of the connection (TLS, SASL, time-outs) by name
 */
public record BrokerAccess(String bootstrap, SortedMap<String, String> settings) implements Serializable {
    private static final String ADDRESS = "bootstrap.servers";
    private static final String PATIENCE = "default.api.timeout.ms";
    private static final Duration USUAL_PATIENCE = Duration.ofMinutes(2);

    public BrokerAccess {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** A broker that asks nobody who he is. */
    public static BrokerAccess plain(String bootstrap) {
        return new BrokerAccess(bootstrap, Collections.emptySortedMap());
    }

    /** Settings of a client: these, and its own on top of them. */
    public Map<String, Object> with(Map<String, ?> own) {
        Map<String, Object> all = new HashMap<>(settings);
        all.putAll(own);
        all.put(ADDRESS, bootstrap);
        return all;
    }

    /** As {@link #with}, for libraries that want text. */
    public Properties properties() {
        Properties properties = new Properties();
        properties.putAll(settings);
        properties.setProperty(ADDRESS, bootstrap);
        return properties;
    }

    /** How long a job waits for a broker from which nothing comes: what the settings call {@code default.api.timeout.ms}. */
    public Duration patience() {
        String told = settings.get(PATIENCE);
        return told == null ? USUAL_PATIENCE : Duration.ofMillis(Long.parseLong(told));
    }

    /** The address alone: there are passwords among the settings. */
    @Override
    public String toString() {
        return bootstrap;
    }
}
