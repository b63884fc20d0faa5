package io.fabrictwin.ingest.synth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What really happened on a synthetic cluster: for those who score findings and forecasts on it. Such a score is
 * self-consistency, not accuracy: the engine that made the events also forecasts.
 *
 * @param fabric the fabric that the events are about
 * @param startNs when the jobs start, ns since 1970
 * @param beginNs when the incident begins; null: none does
 * @param endNs when it ends; null: there is none
 * @param devices what it is about
 * @param engine how it was run
 * @param healthyStepNs a step of the first job before the incident
 * @param hidden what no event tells
 * @param events events told
 */
public record Truth(
        String fabric,
        Incident incident,
        long startNs,
        @Nullable Long beginNs,
        @Nullable Long endNs,
        List<String> devices,
        String engine,
        long healthyStepNs,
        SortedMap<String, Double> hidden,
        long events) {
    public Truth {
        devices = List.copyOf(devices);
    }

    /** For a JSON file. */
    public Map<String, @Nullable Object> asMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("fabric", fabric);
        map.put("incident", incident.word());
        map.put("cause", incident.cause());
        map.put("symptoms", incident.symptoms());
        map.put("devices", devices);
        map.put("startNs", startNs);
        map.put("beginNs", beginNs);
        map.put("endNs", endNs);
        map.put("healthyStepNs", healthyStepNs);
        map.put("engine", engine);
        map.put("hidden", hidden);
        map.put("events", events);
        map.put("score", "self-consistency, not accuracy: the engine that made these events also forecasts");
        return map;
    }
}
