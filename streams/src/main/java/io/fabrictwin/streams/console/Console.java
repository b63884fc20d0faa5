package io.fabrictwin.streams.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.model.backtest.Accuracy;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.window.Span;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.query.TwinStatus;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves page, API, health and metrics. Answers come from the cut that the twin last looked at. */
public final class Console implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final int DEFAULT_STEPS = 200;
    private static final String API = "/api/v1";
    /** Nothing from elsewhere; charts set styles on their elements. */
    private static final Map<String, String> HEADERS = Map.of(
            "Cache-Control", "no-cache",
            "Content-Security-Policy",
                    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff");

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();

    private final ServedTwin twin;
    private final ScenarioRoutes scenarios;
    private final ChangeStream changes;
    private final Javalin server;

    /**
     * A console that does not listen yet.
     *
     * @param twin what is served
     * @param metrics the process's metrics in Prometheus's text form
     * @param token what a client has to show who asks for more than an answer; null: nobody may
     */
    public Console(ServedTwin twin, Supplier<String> metrics, @Nullable String token, Clock clock) {
        this.twin = twin;
        this.scenarios = new ScenarioRoutes(twin, token, clock, this::fabric);
        this.changes = new ChangeStream(() -> json(changed()));
        this.server = Javalin.create(config -> configure(config, metrics));
    }

    /** Begins to listen. */
    public void start(String host, int port) {
        try {
            server.start(host, port);
        } catch (JavalinBindException e) {
            throw new PortTakenException(host, port, e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return server.port();
    }

    /** Tells all who follow that there is something new to read. */
    public void tellOfChange() {
        changes.tell();
    }

    @Override
    public void close() {
        changes.close();
        server.stop();
    }

    private void configure(JavalinConfig config, Supplier<String> metrics) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        RoutesConfig routes = config.routes;
        routes.before(context -> HEADERS.forEach(context::header));
        PageFiles.serve(routes);
        routes.get("/health", this::health);
        routes.get(
                "/metrics",
                context -> context.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        routes.get(API + "/frame", context -> answer(context, Answers::frame));
        routes.get(API + "/topology", context -> answer(context, Answers::topology));
        routes.get(API + "/devices", context -> list(context, Answers::devices));
        routes.get(API + "/ports", context -> list(context, Answers::ports));
        routes.get(API + "/queues", context -> list(context, Answers::queues));
        routes.get(API + "/links", context -> list(context, Answers::links));
        routes.get(API + "/jobs", context -> {
            int steps = number(context, "steps", DEFAULT_STEPS, MAX_LIMIT);
            list(context, answers -> answers.jobs(steps));
        });
        routes.get(API + "/windows", context -> {
            Span span = WindowAnswers.span(context.queryParam("span"));
            FabricId fabric = fabric(context);
            page(context, fabric, WindowAnswers.ports(twin.cut(), fabric, span));
        });
        routes.get(API + "/steps", context -> {
            Span span = WindowAnswers.span(context.queryParam("span"));
            FabricId fabric = fabric(context);
            page(context, fabric, WindowAnswers.jobs(twin.cut(), fabric, span));
        });
        routes.get(API + "/findings", context -> {
            FabricId fabric = fabric(context);
            page(
                    context,
                    fabric,
                    twin.findings().stream()
                            .filter(finding -> finding.fabric().equals(fabric))
                            .map(Answers::finding)
                            .toList());
        });
        routes.get(API + "/forecasts", context -> {
            FabricId fabric = fabric(context);
            page(
                    context,
                    fabric,
                    twin.forecasts().stream()
                            .filter(forecast -> forecast.fabric().equals(fabric))
                            .map(Answers::forecast)
                            .toList());
        });
        routes.get(API + "/accuracy", context -> {
            FabricId fabric = fabric(context);
            page(
                    context,
                    fabric,
                    Accuracy.of(twin.scores().stream()
                                    .filter(score -> score.fabric().equals(fabric))
                                    .toList())
                            .stream()
                            .map(Answers::accuracy)
                            .toList());
        });
        routes.get(API + "/scenarios", context -> {
            FabricId fabric = fabric(context);
            page(
                    context,
                    fabric,
                    twin.scenarios().stream()
                            .filter(scenario -> scenario.asked().fabric().equals(fabric))
                            .map(ScenarioRoutes::view)
                            .toList());
        });
        scenarios.serve(routes, API + "/scenarios");
        routes.sse(API + "/stream", changes::follow);
        routes.exception(ApiException.class, (e, context) -> fail(context, e.status(), e.failure()));
        routes.exception(Exception.class, (e, context) -> {
            LOG.error("cannot answer {} {}", context.method(), context.path(), e);
            fail(
                    context,
                    500,
                    new Views.Failure("INTERNAL", "the answer failed: " + e, "report it with the log of the process"));
        });
        routes.error(
                404,
                context -> failUnlessAnswered(
                        context,
                        new Views.Failure(
                                "NOT_FOUND",
                                "there is no " + context.path(),
                                "the API is under " + API
                                        + ": frame, topology, devices, ports, queues, links, jobs, windows, steps, findings, forecasts, accuracy, scenarios, stream")));
        routes.error(
                405,
                context -> failUnlessAnswered(
                        context,
                        new Views.Failure(
                                "METHOD_NOT_ALLOWED",
                                "there is no " + context.method() + " of " + context.path(),
                                "everything here is read with GET; scenarios are asked for with POST and taken back with DELETE")));
    }

    private void health(Context context) {
        TwinStatus status = twin.status();
        context.status(status.isHealthy() ? 200 : 503);
        write(
                context,
                new Views.Health(
                        status.isHealthy() ? "up" : "down",
                        word(status),
                        status.brokerReachable(),
                        status.lagRecords(),
                        status.detail().isEmpty() ? null : status.detail(),
                        twin.cut().fabrics().stream().map(FabricId::value).toList()));
    }

    private Views.Changed changed() {
        TwinCut cut = twin.cut();
        return new Views.Changed(
                cut.fabrics().stream()
                        .map(fabric -> new Views.FabricDigest(
                                fabric.value(), cut.frame(fabric).digest()))
                        .toList(),
                (int) twin.findings().stream()
                        .filter(finding -> finding.endNs() == null)
                        .count(),
                twin.forecasts().size(),
                word(twin.status()));
    }

    private static String word(TwinStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Answers from the cut alone, or says that the client has that answer. */
    private void answer(Context context, Function<Answers, ?> view) {
        Answers answers = new Answers(twin.cut(), fabric(context));
        String tag = '"' + answers.tag() + '"';
        context.header("ETag", tag);
        if (tag.equals(context.header("If-None-Match"))) {
            context.status(304);
        } else {
            write(context, view.apply(answers));
        }
    }

    private void list(Context context, Function<Answers, ? extends List<?>> view) {
        FabricId fabric = fabric(context);
        String digest = twin.cut().frame(fabric).digest();
        answer(context, answers -> page(context, fabric, digest, view.apply(answers)));
    }

    private void page(Context context, FabricId fabric, List<?> items) {
        write(context, page(context, fabric, twin.cut().frame(fabric).digest(), items));
    }

    private static <T> Views.Page<T> page(Context context, FabricId fabric, String digest, List<T> items) {
        int limit = number(context, "limit", DEFAULT_LIMIT, MAX_LIMIT);
        int offset = Math.min(items.size(), number(context, "offset", 0, Integer.MAX_VALUE));
        return new Views.Page<>(fabric.value(), digest, items.size(), offset, items.subList(offset, (int)
                Math.min(items.size(), (long) offset + limit)));
    }

    private static int number(Context context, String name, int usual, int most) {
        String text = context.queryParam(name);
        if (text == null) {
            return usual;
        }
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            LOG.debug("{} is no number", name, e);
        }
        throw new ApiException(
                400, "BAD_PARAMETER", name + "=" + text + " is not possible", "give a whole number from 0 to " + most);
    }

    /** The fabric asked for; else the first there is. */
    private FabricId fabric(Context context) {
        List<FabricId> fabrics = List.copyOf(twin.cut().fabrics());
        String name = context.queryParam("fabric");
        if (name == null) {
            return fabrics.isEmpty() ? new FabricId("fabric") : fabrics.get(0);
        }
        return fabrics.stream()
                .filter(fabric -> fabric.value().equals(name))
                .findFirst()
                .orElseThrow(() -> new ApiException(
                        404,
                        "UNKNOWN_FABRIC",
                        "nothing was told of a fabric '" + name + "'",
                        fabrics.isEmpty()
                                ? "ingest something: fabric-twin ingest FORMAT FILE"
                                : "ask for one of: " + fabrics));
    }

    private static void failUnlessAnswered(Context context, Views.Failure failure) {
        if (context.attribute(Views.Failure.class.getName()) == null) {
            fail(context, context.statusCode(), failure);
        }
    }

    private static void fail(Context context, int status, Views.Failure failure) {
        context.attribute(Views.Failure.class.getName(), true);
        context.status(status);
        write(context, failure);
    }

    static void write(Context context, Object view) {
        context.contentType("application/json").result(json(view));
    }

    private static String json(Object view) {
        try {
            return JSON.writeValueAsString(view);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a view is no JSON", e);
        }
    }
}
