package io.fabrictwin.streams.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.model.backtest.Accuracy;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.window.Span;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.streams.query.TwinStatus;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.util.JavalinBindException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves page, API, health and metrics. Answers come from the cut that the twin last looked at. */
public final class Console implements AutoCloseable {
    private static final Api.Parameter STEPS =
            new Api.Parameter("steps", Api.In.QUERY, "integer", "most steps of each job");
    private static final Api.Parameter SPAN = new Api.Parameter("span", Api.In.QUERY, "string", "1s, 10s, 1m or 1h");
    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final int DEFAULT_LIMIT = 1_000;
    private static final int MAX_LIMIT = 10_000;
    private static final int DEFAULT_STEPS = 200;
    private static final String API = Api.PATH;
    /** Where an instance tells others what it folds. */
    public static final String PART_PATH = API + "/part";

    private static final String OPEN_API = API + "/openapi.json";
    private static final String VERSION = "1";
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
    private final Clock clock;
    private final ScenarioRoutes scenarios;
    private final PeerRoutes peers;
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
        this.clock = clock;
        this.scenarios = new ScenarioRoutes(twin, new Token(token), clock, this::fabric);
        this.peers = new PeerRoutes(twin, new Token(token), clock, this::fabric);
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
        routes.before(context -> {
            HEADERS.forEach(context::header);
            Served.fix(context, twin.shared(), clock.millis());
        });
        PageFiles.serve(routes);
        Api api = new Api(routes);
        api.route(
                health("/health", "whether the twin works"),
                context -> health(context, twin.status().isHealthy()));
        api.route(
                health("/ready", "whether it also knows all that was in the log when it began, and answers completely"),
                context -> health(
                        context,
                        twin.status().isReady() && Served.of(context).sharing().isComplete()));
        routes.get(
                "/metrics",
                context -> context.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        api.view("/frame", "what is known, and up to where", Views.Frame.class, each(Answers::frame));
        api.view("/topology", "devices and links as a drawing", Views.Topology.class, each(Answers::topology));
        api.cutPage("/devices", "switches, hosts and NICs", Views.Device.class, list(Answers::devices));
        api.cutPage("/ports", "ports with their newest rates", Views.Port.class, list(Answers::ports));
        api.cutPage("/queues", "queues by port and priority", Views.Queue.class, list(Answers::queues));
        api.cutPage("/links", "cables", Views.Link.class, list(Answers::links));
        api.cutPage(
                "/jobs",
                "jobs with their newest steps",
                Views.Job.class,
                context -> {
                    int steps = steps(context);
                    list(context, answers -> answers.jobs(steps));
                },
                STEPS);
        peers.serve(api, STEPS, Console::steps);
        api.page(
                "/windows",
                "what ports and queues did in a window up to the newest sample",
                Views.PortWindow.class,
                within(WindowAnswers::ports),
                SPAN);
        api.page(
                "/steps",
                "what jobs did in a window up to the newest step",
                Views.JobWindow.class,
                within(WindowAnswers::jobs),
                SPAN);
        api.page(
                "/clocks",
                "how far the clocks of hosts are from each other, by collectives in which they met",
                Views.Clock.class,
                told(fabric -> WindowAnswers.clocks(twin.cut(), fabric).stream()));
        api.page(
                "/findings",
                "what is or was wrong, present findings first",
                Views.Finding.class,
                told(fabric -> twin.findings().stream()
                        .filter(finding -> finding.fabric().equals(fabric))
                        .map(Answers::finding)));
        api.page("/forecasts", "what changes would do, newest first", Views.Forecast.class, told(fabric -> {
            RunningScores scores = new RunningScores(twin.scores());
            return twin.forecasts().stream()
                    .filter(forecast -> forecast.fabric().equals(fabric))
                    .map(scores::beside)
                    .map(Answers::forecast);
        }));
        api.page(
                "/accuracy",
                "how good forecasts were, by kind of change",
                Views.Accuracy.class,
                told(fabric ->
                        Accuracy.of(twin.scores().stream()
                                        .filter(score -> score.fabric().equals(fabric))
                                        .toList())
                                .stream()
                                .map(Answers::accuracy)));
        api.page(
                "/scenarios",
                "what workers were asked for",
                Views.Scenario.class,
                told(fabric -> twin.scenarios().stream()
                        .filter(scenario -> scenario.asked().fabric().equals(fabric))
                        .map(ScenarioRoutes::view)));
        scenarios.serve(api, API + "/scenarios");
        api.tellOf(new Api.Text("/metrics", "counts about the process, as Prometheus reads them", "text/plain"));
        api.tellOf(new Api.Text(
                API + "/stream",
                "server-sent events: each 'changed' says that there is something new to read",
                "text/event-stream"));
        Map<String, Object> description = OpenApi.of(api, VERSION);
        routes.get(OPEN_API, context -> write(context, description));
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
                                        + ": frame, topology, devices, ports, queues, links, jobs, windows, steps, clocks, findings, forecasts, accuracy, scenarios, instances, stream; "
                                        + OPEN_API + " tells of each")));
        routes.error(
                405,
                context -> failUnlessAnswered(
                        context,
                        new Views.Failure(
                                "METHOD_NOT_ALLOWED",
                                "there is no " + context.method() + " of " + context.path(),
                                "everything here is read with GET; scenarios are asked for with POST and taken back with DELETE")));
    }

    private static Api.Operation health(String path, String summary) {
        return new Api.Operation(
                HandlerType.GET, path, summary, List.of(), Views.Health.class, false, null, false, 200, List.of(503));
    }

    private void health(Context context, boolean isFine) {
        TwinStatus status = twin.status();
        TwinStatus.Rebuild rebuild = status.rebuild();
        Shared shared = Served.of(context);
        context.status(isFine ? 200 : 503);
        write(
                context,
                new Views.Health(
                        isFine ? "up" : "down",
                        word(status),
                        status.brokerReachable(),
                        status.lagRecords(),
                        rebuild == null ? null : new Views.Rebuild(rebuild.foldedRecords(), rebuild.targetRecords()),
                        status.detail().isEmpty() ? null : status.detail(),
                        shared.sharing().instance(),
                        shared.sharing().isComplete(),
                        List.copyOf(shared.sharing().missing()),
                        shared.cut().fabrics().stream().map(FabricId::value).toList()));
    }

    private Views.Changed changed() {
        Shared shared = twin.shared();
        TwinCut cut = shared.cut();
        return new Views.Changed(
                cut.fabrics().stream()
                        .map(fabric -> new Views.FabricDigest(
                                fabric.value(), cut.frame(fabric).digest()))
                        .toList(),
                (int) twin.findings().stream()
                        .filter(finding -> finding.endNs() == null)
                        .count(),
                twin.forecasts().size(),
                word(twin.status()),
                shared.sharing().isComplete());
    }

    private static String word(TwinStatus status) {
        return status.state().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Answers from the cut alone, or says that the client has that answer. */
    private void answer(Context context, Function<Answers, ?> view) {
        Answers answers = new Answers(Served.of(context), fabric(context));
        String tag = '"' + answers.tag() + '"';
        context.header("ETag", tag);
        if (tag.equals(context.header("If-None-Match"))) {
            context.status(304);
        } else {
            write(context, view.apply(answers));
        }
    }

    private Handler each(Function<Answers, ?> view) {
        return context -> answer(context, view);
    }

    private Handler list(Function<Answers, ? extends List<?>> view) {
        return context -> list(context, view);
    }

    /** Answers with what happened within the span asked for. */
    private Handler within(Windowed view) {
        return context -> {
            Span span = WindowAnswers.span(context.queryParam("span"));
            FabricId fabric = fabric(context);
            page(context, fabric, view.within(Served.of(context).cut(), fabric, span));
        };
    }

    /** What a cut tells of a fabric's last while. */
    @FunctionalInterface
    private interface Windowed {
        List<?> within(TwinCut cut, FabricId fabric, Span span);
    }

    /** Answers with what is kept beside the cut. */
    private Handler told(Function<FabricId, Stream<?>> items) {
        return context -> {
            FabricId fabric = fabric(context);
            page(context, fabric, items.apply(fabric).toList());
        };
    }

    /** The routes that are served, as METHOD and path. */
    List<String> routes() {
        return server.unsafe.internalRouter.allHttpHandlers().stream()
                .map(route -> route.endpoint.method.name() + " " + route.endpoint.path)
                .toList();
    }

    private void list(Context context, Function<Answers, ? extends List<?>> view) {
        FabricId fabric = fabric(context);
        String digest = Served.of(context).cut().frame(fabric).digest();
        answer(context, answers -> page(context, fabric, digest, view.apply(answers)));
    }

    private void page(Context context, FabricId fabric, List<?> items) {
        write(
                context,
                page(context, fabric, Served.of(context).cut().frame(fabric).digest(), items));
    }

    private static <T> Views.Page<T> page(Context context, FabricId fabric, String digest, List<T> items) {
        int limit = number(context, "limit", DEFAULT_LIMIT, MAX_LIMIT);
        int offset = Math.min(items.size(), number(context, "offset", 0, Integer.MAX_VALUE));
        Sharing sharing = Served.of(context).sharing();
        return new Views.Page<>(
                fabric.value(),
                digest,
                sharing.isComplete(),
                List.copyOf(sharing.missing()),
                items.size(),
                offset,
                items.subList(offset, (int) Math.min(items.size(), (long) offset + limit)));
    }

    private static int steps(Context context) {
        return number(context, "steps", DEFAULT_STEPS, MAX_LIMIT);
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
        List<FabricId> fabrics = List.copyOf(Served.of(context).cut().fabrics());
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
