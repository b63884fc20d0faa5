package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Frames;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Provenances;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.cli.scenario.Answer;
import io.fabrictwin.model.scenario.Forecast;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers from the log as people and programs read them, whoever ran the fork. */
final class LogAnswers {
    private LogAnswers() {}

    static void print(PrintWriter out, PrintWriter err, Output output, List<Answer> answers, boolean isDetailed) {
        answers.stream()
                .mapToLong(Answer::undecodableCount)
                .filter(count -> count > 0)
                .max()
                .ifPresent(count -> err.println(Provenances.undecodable(count)));
        if (output == Output.json) {
            List<Map<String, @Nullable Object>> objects =
                    answers.stream().map(LogAnswers::json).toList();
            Table.printJson(out, objects.size() == 1 ? objects.get(0) : objects);
            return;
        }
        List<Forecast> forecasts = answers.stream().map(Answer::told).toList();
        Forecasts.print(
                out,
                output,
                answers.stream().flatMap(LogAnswers::rows).toList(),
                new Forecasts.Closing(
                        forecasts.stream().map(Forecast::accuracy).distinct().collect(Collectors.joining("; ")),
                        UsedValues.summaryOf(
                                forecasts.stream().map(Forecast::values).toList()),
                        isDetailed));
    }

    private static Stream<Forecasts.Row> rows(Answer answer) {
        return answer.told().jobsByEffect().stream()
                .map(job -> new Forecasts.Row(
                        answer.name(), job, answer.isAbout(job.job().value())));
    }

    private static Map<String, @Nullable Object> json(Answer answer) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(ForecastJson.of(answer.told()));
        object.put("read", answer.scenario().reading().words());
        object.put("positions", Frames.positions(answer.positions()));
        return object;
    }
}
