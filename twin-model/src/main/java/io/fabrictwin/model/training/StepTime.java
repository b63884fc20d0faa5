package io.fabrictwin.model.training;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The time of a step.
 *
 * @param seconds of the whole step
 * @param parts seconds of each part, every part named; they add up to the whole
 * @param exposures of each kind of communication in the order of its planning
 */
public record StepTime(double seconds, Map<Part, Double> parts, List<Exposure> exposures) {
    public StepTime {
        parts = Collections.unmodifiableMap(new EnumMap<>(parts));
        exposures = List.copyOf(exposures);
    }

    /** Seconds of a part. */
    public double seconds(Part part) {
        return parts.getOrDefault(part, 0.0);
    }

    /**
     * The parts whose communication is past its hinge, so that the step grows with it: the one that costs most first.
     * Empty: computing gates the step.
     */
    public List<Part> gates() {
        List<Part> gates = new ArrayList<>();
        for (Exposure exposure : exposures) {
            if (exposure.isPastHinge() && !gates.contains(exposure.part())) {
                gates.add(exposure.part());
            }
        }
        gates.sort(Comparator.comparingDouble(part -> -seconds(part)));
        return List.copyOf(gates);
    }
}
