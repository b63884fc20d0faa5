package io.fabrictwin.cli.render;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.history.Snapshot;
import io.fabrictwin.replay.operator.Assembly.Undecodable;
import io.fabrictwin.replay.source.LogGap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an answer about the past rests on. */
public final class Provenances {
    private Provenances() {}

    public static Map<String, @Nullable Object> json(Provenance provenance) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        Snapshot snapshot = provenance.snapshot();
        object.put("toNs", provenance.toNs());
        object.put("knownAtNs", provenance.knownAtNs());
        object.put("modelVersion", provenance.modelVersion());
        object.put("schemaSet", provenance.schemaSet());
        object.put("snapshotNs", snapshot == null ? null : (Long) snapshot.eventTimeNs());
        object.put("recordsRead", provenance.recordsRead());
        object.put("gaps", provenance.gaps().stream().map(LogGap::toString).toList());
        return object;
    }

    /** In one line for people. */
    public static String line(Provenance provenance) {
        Snapshot snapshot = provenance.snapshot();
        Long knownAtNs = provenance.knownAtNs();
        return (snapshot == null
                        ? "folded from the log's begin: "
                        : "folded from the snapshot of " + Units.instant(snapshot.eventTimeNs()) + " and ")
                + String.format(Locale.ROOT, "%,d records", provenance.recordsRead())
                + (knownAtNs == null ? "" : ", known at " + Units.instant(knownAtNs))
                + "; model " + provenance.modelVersion() + ", schemas " + provenance.schemaSet();
    }

    /** How old the frame of a time is, in one line for people. */
    public static String age(FabricFrame frame, long toNs) {
        return "as of " + Units.instant(toNs)
                + frame.eventTimeReachNs()
                        .map(reachNs -> "; the newest event is " + Units.duration(toNs - reachNs) + " older")
                        .orElse("; nothing is known");
    }

    /** Tells of records that could not be decoded, in one line. */
    public static String undecodable(long count) {
        return count + " records of the log hold no event and were left out; fabric-twin replay tells where";
    }

    /**
     * What a person must know beside an answer, one line each.
     *
     * @param undecodableCount records that could not be decoded
     * @param first the first of them; null: not known here
     */
    public static List<String> warnings(Provenance provenance, long undecodableCount, @Nullable Undecodable first) {
        Stream<String> leftOut = undecodableCount == 0
                ? Stream.empty()
                : Stream.of(
                        first == null
                                ? undecodable(undecodableCount)
                                : undecodableCount + " records of the log hold no event and were left out, the first: "
                                        + first);
        return Stream.concat(leftOut, warnings(provenance).stream()).toList();
    }

    /** What a person must know of gaps, one line each. */
    public static List<String> warnings(Provenance provenance) {
        return provenance.gaps().stream()
                .map(gap -> "missing in the log: " + gap)
                .toList();
    }
}
