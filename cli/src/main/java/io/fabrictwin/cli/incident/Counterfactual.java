package io.fabrictwin.cli.incident;

import io.fabrictwin.cli.WrongUsageException;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.log.ScoredPast;
import io.fabrictwin.model.incident.IncidentReport;
import io.fabrictwin.model.incident.Lap;
import io.fabrictwin.model.incident.RankedCause;
import io.fabrictwin.model.incident.RankedCause.Undo;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An incident's span once more with one thing different, beside what happened: as a whole, and step by step, all on one
 * fold of the log.
 *
 * @param report of the incident
 * @param scenario over its span
 * @param whole the forecast over its span
 * @param steps forecasts of the job's steps one by one, in order
 */
public record Counterfactual(IncidentReport report, Scenario scenario, Forecast whole, List<JobForecast> steps) {
    /** Each is a run of its own from the base time on; more would take long and not be read. */
    private static final int MOST_STEPS = 24;

    public Counterfactual {
        steps = List.copyOf(steps);
    }

    /**
     * Runs it.
     *
     * @param id as a report or a finding has it
     * @param changes what is different; empty: what undoes the incident
     * @throws WrongUsageException where there is no such incident, or nothing undoes it and no change is named
     */
    public static Counterfactual of(
            HistoryOptions options,
            FlinkOptions flinkOptions,
            String id,
            List<Change> changes,
            long seed,
            PrintWriter err) {
        IncidentId incident = IncidentId.parse(id);
        try (HistoryOptions.History history = options.open(err::println);
                Replays replays = flinkOptions.open()) {
            Span span = RecordedSpans.of(replays, history.source(), history.end(), incident.fabric(), err);
            IncidentReport report = reportOf(span.ask(incident.question()), id);
            List<Scenario> scenarios = scenarios(report, incident, changes, seed);
            ForkResult result = replays.fork(new ForkRequest(
                    history.source(),
                    report.fabric(),
                    scenarios,
                    null,
                    report.span().toNs(),
                    history.end(),
                    history.access()));
            List<Forecast> forecasts =
                    result.answers().stream().map(Counterfactual::told).toList();
            return new Counterfactual(
                    report,
                    scenarios.get(0),
                    ScoredPast.of(history.access(), err::println).beside(forecasts.get(0)),
                    forecasts.subList(1, forecasts.size()).stream()
                            .flatMap(forecast -> forecast.jobs().stream())
                            .filter(job -> job.job().equals(report.span().job()))
                            .toList());
        }
    }

    static IncidentReport reportOf(Span.Answer answer, String id) {
        IncidentReport report = answer.report();
        if (report == null) {
            throw new WrongUsageException("nothing like " + id + " is found: " + answer.why());
        }
        return report;
    }

    private static Forecast told(ForkResult.Answer answer) {
        Forecast forecast = answer.forecast();
        if (forecast == null) {
            throw new WrongUsageException(String.valueOf(answer.refusal()));
        }
        return forecast;
    }

    /** The whole span first, then one for each step that lies in it. */
    static List<Scenario> scenarios(IncidentReport report, IncidentId incident, List<Change> changes, long seed) {
        RankedCause cause = incident.cause(report);
        Undo undo = cause == null ? null : cause.undo();
        if (undo == null && changes.isEmpty()) {
            throw new WrongUsageException("no change that fork knows undoes "
                    + (cause == null ? incident.text() : cause.cause().word())
                    + "; name what is to be different with --set (fabric-twin fork --explain lists what can be)");
        }
        long atNs = undo == null ? report.span().fromNs() : undo.atNs();
        long untilNs = report.span().toNs();
        List<Change> different = changes.isEmpty() ? undone(Objects.requireNonNull(undo)) : changes;
        List<Scenario> scenarios = new ArrayList<>();
        scenarios.add(new Scenario("incident", atNs, atNs, untilNs, different, seed));
        for (Lap lap : report.span().laps()) {
            if (!lap.isStandstill()
                    && lap.startNs() >= atNs
                    && lap.endNs() <= untilNs
                    && scenarios.size() <= MOST_STEPS) {
                scenarios.add(
                        new Scenario("step " + lap.step(), atNs, lap.startNs(), lap.startNs() + 1, different, seed));
            }
        }
        return scenarios;
    }

    private static List<Change> undone(Undo undo) {
        try {
            return undo.settings().stream().map(Change::parse).toList();
        } catch (ScenarioRefusedException e) {
            throw new IllegalStateException("a suggestion of ours cannot be read: " + undo, e);
        }
    }
}
