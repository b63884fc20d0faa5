package io.fabrictwin.model.detection;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes incidents of observations, with hysteresis: some evidence in a row opens an incident, and only a longer row
 * without evidence closes it, so that one incident stays one. It starts with the first evidence of the row that opened
 * it, whatever comes later.
 */
final class Incidents {
    /** One observation: from when to when, and whether it is evidence. */
    record Observation(long fromNs, long toNs, boolean isEvidence) {}

    /**
     * An incident.
     *
     * @param first position of the first evidence among the observations
     * @param last position of the last evidence
     * @param endNs end of the last evidence; null while it lasts
     */
    record Incident(
            int first, int last, long startNs, @Nullable Long endNs) {
        boolean overlaps(long fromNs, long toNs) {
            return toNs > startNs && (endNs == null || fromNs < endNs);
        }
    }

    /**
     * How much is asked for before an incident opens, and before it closes. Intervals of a laboratory are a millisecond long and
     * those of a scrape ten seconds: what lasts long enough is no accident, in however few of them.
     *
     * @param toOpen evidence in a row that opens an incident
     * @param leastToOpen less that does so too, where it lasts long enough
     * @param openNs how long that is, ns
     * @param toClose observations in a row without evidence that close it
     */
    record Patience(int toOpen, int leastToOpen, long openNs, int toClose) {
        /** Of steps, which are as long as they are. */
        static Patience ofSteps(int toOpen, int toClose) {
            return new Patience(toOpen, toOpen, 0, toClose);
        }
    }

    private Incidents() {}

    /** The incidents, in order of time. */
    static List<Incident> of(List<Observation> observations, Patience patience) {
        List<Incident> incidents = new ArrayList<>();
        int first = -1;
        int last = -1;
        boolean isOpen = false;
        for (int at = 0; at < observations.size(); at++) {
            if (observations.get(at).isEvidence()) {
                first = first < 0 ? at : first;
                last = at;
                int evidence = at - first + 1;
                long lastsNs =
                        observations.get(at).toNs() - observations.get(first).fromNs();
                isOpen |= evidence >= patience.toOpen()
                        || (evidence >= patience.leastToOpen() && lastsNs >= patience.openNs());
            } else if (!isOpen) {
                first = -1;
            } else if (at - last >= patience.toClose()) {
                incidents.add(incident(
                        observations, first, last, observations.get(last).toNs()));
                first = -1;
                isOpen = false;
            }
        }
        if (isOpen) {
            incidents.add(incident(observations, first, last, null));
        }
        return incidents;
    }

    private static Incident incident(List<Observation> observations, int first, int last, @Nullable Long endNs) {
        return new Incident(first, last, observations.get(first).fromNs(), endNs);
    }
}
