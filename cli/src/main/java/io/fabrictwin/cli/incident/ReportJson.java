package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.render.Table;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.Lap;
import io.fabrictwin.model.incident.Parts;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.walk.Stop;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report for programs. */
final class ReportJson {
    private ReportJson() {}

    static void print(PrintWriter out, Span.Answer answer) {
        IncidentReport report = answer.report();
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("isSlow", report != null);
        if (report == null) {
            object.put("why", answer.why());
        } else {
            put(report, object);
        }
        Table.printJson(out, object);
    }

    private static void put(IncidentReport report, Map<String, @Nullable Object> object) {
        object.put("id", report.id());
        object.put("fabric", report.fabric().value());
        object.put("job", report.span().job().value());
        object.put("fromNs", report.span().fromNs());
        object.put("toNs", report.span().toNs());
        object.put("answer", report.answer().words());
        object.put("summary", report.summary());
        object.put("healthyStepNs", report.span().healthyStepNs());
        object.put("limitNs", report.span().limitNs());
        object.put("lostNs", report.span().lostNs());
        object.put("healthyParts", parts(report.healthy()));
        object.put("slowParts", parts(report.slow()));
        object.put("causes", report.causes().stream().map(ReportJson::cause).toList());
        object.put(
                "way",
                report.way().stream()
                        .map(stop -> stop(stop.stop(), stop.isSuspect()))
                        .toList());
        object.put("gaps", report.gaps());
        object.put("doubts", report.doubts());
        object.put("steps", report.span().laps().stream().map(ReportJson::lap).toList());
    }

    private static @Nullable Map<String, @Nullable Object> parts(@Nullable Parts parts) {
        if (parts == null) {
            return null;
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("computeNs", Math.round(parts.computeNs()));
        object.put("lateNs", Math.round(parts.lateNs()));
        object.put("transferNs", Math.round(parts.transferNs()));
        object.put("congestionNs", Math.round(parts.congestionNs()));
        return object;
    }

    private static Map<String, @Nullable Object> cause(RankedCause cause) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("cause", cause.cause().word());
        object.put("isNetwork", cause.cause().isNetwork());
        object.put("score", Math.round(1000 * cause.score()) / 1000.0);
        object.put("confidence", cause.confidence());
        object.put("summary", cause.summary());
        object.put("entities", cause.entities());
        object.put("evidence", cause.evidence());
        object.put("finding", cause.findingId().isEmpty() ? null : cause.findingId());
        RankedCause.Undo undo = cause.undo();
        object.put("undo", undo == null ? null : undo.settings());
        return object;
    }

    private static Map<String, @Nullable Object> stop(Stop stop, boolean isSuspect) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("what", stop.what());
        object.put("name", stop.name());
        object.put("detail", stop.detail());
        object.put("knownBy", stop.knownBy());
        object.put("isSuspect", isSuspect);
        return object;
    }

    private static Map<String, @Nullable Object> lap(Lap lap) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("step", lap.step());
        object.put("startNs", lap.startNs());
        object.put("endNs", lap.endNs());
        object.put("isStandstill", lap.isStandstill());
        object.put("isSlow", lap.isSlow());
        object.put("parts", parts(lap.parts()));
        return object;
    }
}
