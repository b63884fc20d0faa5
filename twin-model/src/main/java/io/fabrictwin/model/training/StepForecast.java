package io.fabrictwin.model.training;

import io.fabrictwin.model.multipath.SeedDistribution;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The time of a step on a fabric whose hash is not known.
 *
 * @param seconds of the whole step, over hash seeds
 * @param meanParts mean seconds of each part; they add up to the mean of the whole
 * @param nominal the step if links between switches never bound
 * @param collectives what the fabric does to each collective between nodes
 * @param gates parts whose communication is past its hinge under at least half of the seeds, the most costly first
 */
public record StepForecast(
        SeedDistribution seconds,
        Map<Part, Double> meanParts,
        StepTime nominal,
        List<Contended> collectives,
        List<Part> gates) {
    /**
     * A collective between nodes.
     *
     * @param nominalSeconds of one, alone
     * @param meanSeconds of one on the fabric beside what else runs, mean over seeds
     */
    public record Contended(PlannedCollective planned, double nominalSeconds, double meanSeconds) {
        /** How many times longer than nominal. */
        public double slowdown() {
            return meanSeconds / nominalSeconds;
        }
    }

    public StepForecast {
        meanParts = Collections.unmodifiableMap(new EnumMap<>(meanParts));
        collectives = List.copyOf(collectives);
        gates = List.copyOf(gates);
    }
}
