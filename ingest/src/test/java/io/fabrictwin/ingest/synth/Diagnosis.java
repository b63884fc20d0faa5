package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.detection.Windows;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.incident.IncidentAnalysis;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.incident.SlowSpan;
import io.fabrictwin.model.incident.SlowSteps;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecaster;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.WorkloadWindow;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityKind.Tier;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is found in events that lie in memory, as the verb finds it in a log. */
public final class Diagnosis {
    private final List<? extends FabricEvent> events;
    private final FabricId fabric;
    private final @Nullable IncidentReport report;
    private final String why;

    private Diagnosis(List<? extends FabricEvent> events) {
        this.events = events;
        fabric = events.get(0).meta().fabric();
        Map<EntityKey, EntityState> history = folded(Tier.HISTORY, Long.MAX_VALUE);
        Windows windows = Windows.of(fabric, history);
        SlowSteps.Found found =
                SlowSteps.find(frame(Long.MAX_VALUE), windows, new SlowSteps.Question(null, null, null));
        SlowSpan span = found.span();
        why = found.why();
        report = span == null ? null : report(frame(span.tellingNs()), history, windows, span);
    }

    private static IncidentReport report(
            FabricFrame frame, Map<EntityKey, EntityState> history, Windows windows, SlowSpan span) {
        return IncidentAnalysis.report(frame, windows, Clocks.of(frame, history, span.toNs()), span);
    }

    /** Folds the events and looks for the worst stretch of slow steps in them. */
    public static Diagnosis of(List<? extends FabricEvent> events) {
        return new Diagnosis(events);
    }

    private FabricFrame frame(long toNs) {
        return FabricFrame.of(fabric, folded(Tier.STATE, toNs), Positions.NONE);
    }

    private Map<EntityKey, EntityState> folded(Tier tier, long toNs) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        for (FabricEvent event : events) {
            if (event.meta().eventTimeNs() <= toNs) {
                Fold.writesByEntity(event).forEach((key, writes) -> {
                    if (key.kind().tier() == tier) {
                        states.put(
                                key, states.getOrDefault(key, EntityState.EMPTY).with(writes));
                    }
                });
            }
        }
        return states;
    }

    /** Null: no step was slow. */
    public @Nullable IncidentReport report() {
        return report;
    }

    /** The likeliest cause; {@code none} where no step was slow. */
    public String cause() {
        if (report == null) {
            return "none";
        }
        return report.answer() == IncidentReport.Answer.CANNOT_TELL
                ? "cannot-tell"
                : report.causes().get(0).cause().word();
    }

    /** The fork in which it does not happen; null where no change does that. */
    public @Nullable JobForecast undone() {
        RankedCause.Undo undo = report == null ? null : report.undo();
        if (report == null || undo == null) {
            return null;
        }
        Scenario scenario = new Scenario(
                "undone",
                undo.atNs(),
                undo.atNs(),
                undo.untilNs(),
                undo.settings().stream()
                        .map(setting -> setting.split("=", 2))
                        .map(parts -> Change.parse(parts[0], parts[1]))
                        .toList(),
                1);
        return Forecaster.forecast(
                        frame(undo.atNs()), WorkloadWindow.of(fabric, folded(Tier.HISTORY, undo.untilNs())), scenario)
                .jobs()
                .stream()
                .filter(job -> job.job().equals(report.span().job()))
                .findFirst()
                .orElse(null);
    }

    @Override
    public String toString() {
        return report == null ? why : report.summary() + " " + report.causes();
    }
}
