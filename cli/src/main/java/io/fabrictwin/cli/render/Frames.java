package io.fabrictwin.cli.render;

import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a frame is of, as every answer that stands on one shows it. */
public final class Frames {
    private static final List<Column<FabricFrame>> COLUMNS = List.of(
            Column.text("fabric", frame -> frame.fabric().value()),
            Column.text("digest", FabricFrame::digest),
            Column.number(
                    "eventTimeReachNs",
                    "NEWEST EVENT",
                    frame -> frame.eventTimeReachNs().orElse(null),
                    Units::instant),
            Column.count("devices", frame -> frame.devices().size()),
            Column.count("ports", frame -> frame.ports().size()),
            Column.count("links", frame -> frame.links().size()),
            Column.count("jobs", frame -> frame.jobs().size()));

    private Frames() {}

    public static void print(PrintWriter out, Output output, FabricFrame frame) {
        if (output == Output.json) {
            Table.printJson(out, json(frame));
        } else {
            Table.print(out, output, List.of(frame), COLUMNS, "");
        }
    }

    /** What the frame is of, with its positions, as JSON shows it. */
    public static Map<String, @Nullable Object> json(FabricFrame frame) {
        Map<String, @Nullable Object> object =
                new LinkedHashMap<>(Table.objects(List.of(frame), COLUMNS).get(0));
        object.put("positions", positions(frame.positions()));
        return object;
    }

    /** Next offsets by {@code topic-partition}. */
    public static Map<String, Long> positions(Positions positions) {
        Map<String, Long> byPartition = new LinkedHashMap<>();
        positions.nextOffsets().forEach((partition, next) -> byPartition.put(partition.toString(), next));
        return byPartition;
    }
}
