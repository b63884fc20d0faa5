package io.fabrictwin.cli.replay;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Provenances;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Units;
import io.fabrictwin.model.timeline.TimelineEntry;
import io.fabrictwin.replay.history.Provenance;
import io.fabrictwin.replay.job.FabricReplay;
import io.fabrictwin.replay.job.ReplayResult;
import io.fabrictwin.replay.job.SteppedReplay;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a replay found, as people and machines read it. */
public final class Replayed {
    private static final List<Column<TimelineEntry>> TIMELINE = List.of(
            Column.number("timeNs", "TIME", TimelineEntry::timeNs, Units::instant),
            Column.text("entity", TimelineEntry::entity),
            Column.text("what", TimelineEntry::what),
            Column.text("detail", TimelineEntry::detail));

    private Replayed() {}

    /** One line for each thing that a reader must know beside the answer. */
    public static List<String> warnings(ReplayResult result) {
        return Provenances.warnings(
                result.provenance(),
                result.undecodableCount(),
                result.undecodable().stream().findFirst().orElse(null));
    }

    /** The same of a replay frame by frame. */
    static List<String> warnings(SteppedReplay replay) {
        return Provenances.warnings(replay.provenance(), replay.undecodableCount(), null);
    }

    /** Prints frame and timeline of each fabric, or of the one that is wanted. */
    public static void print(PrintWriter out, Output output, ReplayResult result, @Nullable String wanted) {
        List<FabricReplay> fabrics = result.fabrics().stream()
                .filter(replay ->
                        wanted == null || replay.frame().fabric().value().equals(wanted))
                .toList();
        if (fabrics.isEmpty()) {
            throw new WrongUsageException(
                    wanted == null
                            ? "the log holds no events in that span; bring some in with: fabric-twin ingest FORMAT FILE"
                            : "the log tells of no fabric '" + wanted + "' in that span");
        }
        switch (output) {
            case json ->
                Table.printJson(
                        out,
                        fabrics.stream()
                                .map(replay -> json(replay, result.provenance()))
                                .toList());
            case csv, md ->
                Table.print(
                        out,
                        output,
                        fabrics.stream()
                                .flatMap(replay -> replay.timeline().stream())
                                .toList(),
                        TIMELINE,
                        "");
            case table -> {
                fabrics.forEach(replay -> printForPeople(out, replay));
                out.println();
                out.println(Provenances.line(result.provenance()));
                out.flush();
            }
        }
    }

    private static void printForPeople(PrintWriter out, FabricReplay replay) {
        Frames.print(out, Output.table, replay.frame());
        out.println();
        Table.print(out, Output.table, replay.timeline(), TIMELINE, "nothing changed in that span");
    }

    private static Map<String, @Nullable Object> json(FabricReplay replay, Provenance provenance) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(Frames.json(replay.frame()));
        object.put("provenance", Provenances.json(provenance));
        object.put("eventsByType", replay.eventsByType());
        object.put("laterEvents", replay.laterEvents());
        object.put("timeline", Table.objects(replay.timeline(), TIMELINE));
        return object;
    }
}
