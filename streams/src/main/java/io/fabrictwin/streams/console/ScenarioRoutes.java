package io.fabrictwin.streams.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioAsked;
import io.fabrictwin.model.queue.ScenarioCancelled;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Reading;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.model.scenario.ScenarioRefusedException;
import io.fabrictwin.streams.query.ServedTwin;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Asks workers for forecasts, and tells how far they are. Who asks has to show the token; without one nobody may ask. */
final class ScenarioRoutes {
    private static final long DEFAULT_SEED = 1;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();
    private static final String FORM =
            "post {\"name\": \"...\", \"baseTimeNs\": 0, \"windowNs\": 10000000000, \"changes\":"
                    + " [\"ecn-kmin@leaf0=400KB\"]}; seed, strict, knownAtNs and calibration are optional";

    private final ServedTwin twin;
    private final Token token;
    private final Clock clock;
    private final Function<Context, FabricId> fabricOf;

    /** What a client posts. */
    private record Question(
            @Nullable String name,
            @Nullable Long baseTimeNs,
            @Nullable Long windowNs,
            @Nullable List<String> changes,
            @Nullable Long seed,
            @Nullable Boolean strict,
            @Nullable Long knownAtNs,
            @Nullable List<Past> calibration) {}

    /** A past change in it, as in a file of them. */
    private record Past(
            @Nullable String change,
            @Nullable Double predictedLogRatio,
            @Nullable Double observedLogRatio,
            @Nullable Double spread) {
        PastChange pastChange() {
            if (change == null || predictedLogRatio == null || observedLogRatio == null) {
                throw new IllegalArgumentException(
                        "each past change of calibration needs change, predictedLogRatio and observedLogRatio");
            }
            return PastChange.of(change, predictedLogRatio, observedLogRatio, spread);
        }
    }

    /**
     * Routes that do not serve yet.
     *
     * @param token what a client has to show
     * @param fabricOf the fabric that a request means
     */
    ScenarioRoutes(ServedTwin twin, Token token, Clock clock, Function<Context, FabricId> fabricOf) {
        this.twin = twin;
        this.token = token;
        this.clock = clock;
        this.fabricOf = fabricOf;
    }

    void serve(Api api, String path) {
        String one = path + "/{id}";
        List<Api.Parameter> id =
                List.of(new Api.Parameter("id", Api.In.PATH, "string", "the scenario's id, as asking told it"));
        api.route(
                operation(HandlerType.GET, one, "how far a scenario is", id, null, 200, 404),
                context -> Console.write(context, view(known(context))));
        api.route(
                operation(
                        HandlerType.POST,
                        path,
                        "ask workers for a forecast",
                        List.of(Api.FABRIC),
                        Question.class,
                        202,
                        400,
                        401,
                        403,
                        404,
                        503),
                this::ask);
        api.route(
                operation(HandlerType.DELETE, one, "take a scenario back", id, null, 202, 401, 403, 404, 409, 503),
                this::takeBack);
    }

    private static Api.Operation operation(
            HandlerType method,
            String path,
            String summary,
            List<Api.Parameter> parameters,
            @Nullable Class<?> request,
            int status,
            Integer... refusals) {
        return new Api.Operation(
                method,
                path,
                summary,
                parameters,
                Views.Scenario.class,
                false,
                request,
                false,
                status,
                List.of(refusals));
    }

    static Views.Scenario view(QueuedScenario scenario) {
        ScenarioAsked asked = scenario.asked();
        var progress = scenario.progress();
        return new Views.Scenario(
                asked.id(),
                asked.name(),
                asked.fabric().value(),
                asked.baseTimeNs(),
                asked.windowFromNs(),
                asked.windowToNs(),
                asked.changes(),
                asked.seed(),
                Answers.word(scenario.stage()),
                scenario.detail(),
                scenario.ahead(),
                progress == null ? null : progress.worker(),
                progress == null ? null : progress.forecastKey());
    }

    private void ask(Context context) {
        token.require(context);
        Question question;
        try {
            question = JSON.readValue(context.bodyAsBytes(), Question.class);
        } catch (JsonProcessingException e) {
            throw new ApiException(400, "BAD_SCENARIO", e.getOriginalMessage(), FORM);
        } catch (java.io.IOException e) {
            throw new ApiException(400, "BAD_SCENARIO", "the body cannot be read", FORM);
        }
        ScenarioAsked asked = asked(fabricOf.apply(context), question);
        tell(asked);
        context.status(202).header("Location", context.path() + "/" + asked.id());
        Console.write(context, view(new QueuedScenario(asked, null, false, 0)));
    }

    private ScenarioAsked asked(FabricId fabric, @Nullable Question question) {
        if (question == null
                || question.name == null
                || question.name.isBlank()
                || question.baseTimeNs == null
                || question.windowNs == null
                || question.changes == null) {
            throw new ApiException(400, "BAD_SCENARIO", "name, baseTimeNs, windowNs and changes are all needed", FORM);
        }
        try {
            Scenario scenario = new Scenario(
                    question.name,
                    question.baseTimeNs,
                    question.baseTimeNs,
                    Math.addExact(question.baseTimeNs, question.windowNs),
                    question.changes.stream().map(Change::parse).toList(),
                    question.seed == null ? DEFAULT_SEED : question.seed,
                    Boolean.TRUE.equals(question.strict) ? Reading.STRICT : Reading.OPEN_BOOK);
            List<Past> past = question.calibration == null ? List.of() : question.calibration;
            return ScenarioAsked.of(
                    fabric,
                    scenario,
                    nowNs(),
                    question.knownAtNs,
                    past.stream().map(Past::pastChange).toList());
        } catch (ScenarioRefusedException | IllegalArgumentException | ArithmeticException e) {
            throw new ApiException(400, "BAD_SCENARIO", String.valueOf(e.getMessage()), FORM);
        }
    }

    private void takeBack(Context context) {
        token.require(context);
        QueuedScenario scenario = known(context);
        if (scenario.stage().isLast()) {
            throw new ApiException(
                    409,
                    "IS_OVER",
                    scenario.asked().id() + " is " + Answers.word(scenario.stage()) + " already",
                    "nothing is left to take back");
        }
        ScenarioCancelled note = new ScenarioCancelled(scenario.asked().id(), nowNs());
        tell(note);
        context.status(202);
        Console.write(context, view(new QueuedScenario(scenario.asked(), scenario.progress(), true, scenario.ahead())));
    }

    private QueuedScenario known(Context context) {
        String id = context.pathParam("id");
        return twin.scenarios().stream()
                .filter(scenario -> scenario.asked().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new ApiException(
                        404, "UNKNOWN_SCENARIO", "nobody asked for a scenario '" + id + "'", "see /api/v1/scenarios"));
    }

    private void tell(ScenarioNote note) {
        try {
            twin.tell(note);
        } catch (KafkaException e) {
            throw new ApiException(
                    503, "BROKER_AWAY", String.valueOf(e.getMessage()), "try again when /health says that it is back");
        }
    }

    private long nowNs() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
    }
}
