package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.render.ForecastJson;
import io.fabrictwin.cli.render.Forecasts;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.UsedValues;
import io.fabrictwin.cli.scenario.AskOptions;
import io.fabrictwin.cli.scenario.Calibrator;
import io.fabrictwin.cli.scenario.QuestionOptions;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.calibration.UsedValue;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Forks laboratory recordings as their questions ask, in memory or the whole road. */
final class RecordingForks {
    /** The answer for the job that a question asks about. */
    private record Answer(String name, JobForecast job, String accuracy, List<UsedValue> values) {}

    private final QuestionOptions questionOptions;
    private final AskOptions askOptions;

    RecordingForks(QuestionOptions questionOptions, AskOptions askOptions) {
        this.questionOptions = questionOptions;
        this.askOptions = askOptions;
    }

    void run(
            List<Path> recordings,
            boolean isThroughKafka,
            PrintWriter out,
            PrintWriter err,
            Output output,
            boolean isDetailed) {
        List<Answer> answers = new ArrayList<>();
        Calibrator calibrator = askOptions.calibrator();
        try (Progress progress = Progress.on(err);
                KafkaRoad road = isThroughKafka
                        ? KafkaRoad.open(askOptions.brokerOptions(), askOptions.flinkOptions(), err::println)
                        : null) {
            for (Path folder : recordings) {
                progress.show(answers.size() + " of " + recordings.size() + " recordings forked; now " + folder);
                Question question = QuestionReader.read(folder);
                RecordingFold fold =
                        RecordingFold.of(folder, question, questionOptions.reading(), questionOptions.seed());
                // a laboratory has no back-tests
                Forecast forecast = road == null ? RunningScores.NONE.beside(fold.forecast(null)) : road.forecast(fold);
                answers.add(answer(question, calibrator.calibrated(forecast, question.changes())));
            }
        }
        if (output == Output.json) {
            Table.printJson(out, answers.stream().map(this::json).toList());
        } else {
            Forecasts.print(
                    out,
                    output,
                    answers.stream()
                            .map(answer -> new Forecasts.Row(answer.name(), answer.job(), true))
                            .toList(),
                    new Forecasts.Closing(
                            answers.stream().map(Answer::accuracy).distinct().collect(Collectors.joining("; ")),
                            UsedValues.summaryOf(
                                    answers.stream().map(Answer::values).toList()),
                            isDetailed));
        }
    }

    private static Answer answer(Question question, Forecast forecast) {
        return forecast.jobs().stream()
                .filter(job -> job.job().equals(question.job()))
                .findFirst()
                .map(job -> new Answer(question.name(), job, forecast.accuracy(), forecast.values()))
                .orElseThrow(() -> new BadDataException(
                        question.file() + ": " + question.job() + " does not run at the fork's time"));
    }

    private Map<String, @Nullable Object> json(Answer answer) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("case", answer.name());
        object.put("read", questionOptions.reading().words());
        ForecastJson.answer(answer.job(), object);
        object.put("accuracy", answer.accuracy());
        object.put("values", UsedValues.json(answer.values()));
        return object;
    }
}
