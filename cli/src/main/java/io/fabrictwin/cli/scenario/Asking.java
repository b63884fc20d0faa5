package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import io.fabrictwin.cli.log.ScoredPast;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.source.LogEnd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts scenarios to one log, on Flink. */
public final class Asking implements AutoCloseable {
    private final HistoryOptions.History history;
    private final Replays replays;
    private final Calibrator calibrator;
    private final RunningScores scores;

    private Asking(HistoryOptions.History history, Replays replays, Calibrator calibrator, RunningScores scores) {
        this.history = history;
        this.replays = replays;
        this.calibrator = calibrator;
        this.scores = scores;
    }

    /** Reaches the log and a place to work on it; {@code teller} is told in one line what a person should know. */
    static Asking open(
            HistoryOptions options, FlinkOptions flinkOptions, Calibrator calibrator, Consumer<String> teller) {
        HistoryOptions.History history = options.open(teller);
        try {
            RunningScores scores = ScoredPast.of(history.access(), teller);
            return new Asking(history, flinkOptions.open(), calibrator, scores);
        } catch (RuntimeException e) {
            history.close();
            throw e;
        }
    }

    /**
     * Answers scenarios in the order given, those of one base time on one fold.
     *
     * @param now what relative times count from
     */
    public List<Answer> ask(List<ScenarioForm> forms, Instant now) {
        Map<ScenarioForm, Answer> answers = new HashMap<>();
        grouped(forms, now).forEach((group, ofGroup) -> {
            ForkResult result = replays.fork(request(group, ofGroup, now), history.snapshots());
            for (int index = 0; index < ofGroup.size(); index++) {
                ScenarioForm form = ofGroup.get(index);
                answers.put(form, answer(form, result.answers().get(index), result));
            }
        });
        return forms.stream()
                .map(form -> Objects.requireNonNull(answers.get(form)))
                .toList();
    }

    /**
     * The same, with each answer handed over as it comes, beside how well such answers did so far, but before past changes
     * have a say in its interval. Where a cluster has lost
     * its work, an answer may come again.
     */
    public void ask(List<ScenarioForm> forms, Instant now, BiConsumer<ScenarioForm, ForkResult.Answer> receiver) {
        grouped(forms, now)
                .forEach((group, ofGroup) -> replays.fork(
                        request(group, ofGroup, now),
                        history.snapshots(),
                        (index, answer) -> receiver.accept(ofGroup.get(index), scored(answer))));
    }

    private ForkResult.Answer scored(ForkResult.Answer answer) {
        Forecast forecast = answer.forecast();
        return forecast == null
                ? answer
                : new ForkResult.Answer(answer.scenario(), scores.beside(forecast), answer.refusal());
    }

    /** What scenarios that are asked together have in common. */
    private record Group(@Nullable FabricId fabric, LogEnd end) {}

    private ForkRequest request(Group group, List<ScenarioForm> forms, Instant now) {
        List<Scenario> scenarios =
                forms.stream().map(form -> form.scenario(now)).toList();
        return new ForkRequest(history.source(), group.fabric(), scenarios, null, null, group.end(), history.access());
    }

    private Map<Group, List<ScenarioForm>> grouped(List<ScenarioForm> forms, Instant now) {
        Map<Group, List<ScenarioForm>> groups = new LinkedHashMap<>();
        for (ScenarioForm form : forms) {
            String knownAt = form.knownAt();
            LogEnd end = knownAt == null ? history.end() : LogEnd.knownAt(Times.parseTime(knownAt, now));
            String fabric = form.fabric();
            groups.computeIfAbsent(
                            new Group(fabric == null ? null : new FabricId(fabric), end), unused -> new ArrayList<>())
                    .add(form);
        }
        return groups;
    }

    private Answer answer(ScenarioForm form, ForkResult.Answer answer, ForkResult result) {
        Forecast forecast = answer.forecast();
        return new Answer(
                form.name(),
                form.jobs(),
                answer.scenario(),
                forecast == null
                        ? null
                        : calibrator.calibrated(
                                scores.beside(forecast), answer.scenario().changes()),
                answer.refusal(),
                result.positions(),
                result.undecodableCount());
    }

    @Override
    public void close() {
        replays.close();
        history.close();
    }
}
