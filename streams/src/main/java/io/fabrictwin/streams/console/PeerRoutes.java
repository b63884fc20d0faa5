package io.fabrictwin.streams.console;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.streams.query.Peers;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What instances tell of each other and to each other. A question about one device or job is handed to the instance that
 * folds what is told of it, once; where that one is away, what is known here is the answer, and says so.
 */
final class PeerRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(PeerRoutes.class);
    private static final int NOTHING_NEW = 204;

    private final ServedTwin twin;
    private final Token token;
    private final Clock clock;
    private final Function<Context, FabricId> fabricOf;

    /** @param fabricOf the fabric that a request means */
    PeerRoutes(ServedTwin twin, Token token, Clock clock, Function<Context, FabricId> fabricOf) {
        this.twin = twin;
        this.token = token;
        this.clock = clock;
        this.fabricOf = fabricOf;
    }

    /**
     * Makes the routes.
     *
     * @param stepsOf most steps of a job that a request wants
     */
    void serve(Api api, Api.Parameter steps, ToIntFunction<Context> stepsOf) {
        api.route(
                operation("/instances", "who shares the work, and who is away", List.of(), Views.Instances.class),
                context -> Console.write(context, instances(Served.of(context))));
        api.route(
                one(
                        "device",
                        "a device by any of its names, with its ports and queues",
                        Views.WholeDevice.class,
                        List.of(),
                        404,
                        503),
                context ->
                        one(context, "device", (answers, source) -> answers.device(name(context, "device"), source)));
        api.route(
                one("job", "a job with its newest steps", Views.WholeJob.class, List.of(steps), 400, 404, 503),
                context -> {
                    int most = stepsOf.applyAsInt(context);
                    one(context, "job", (answers, source) -> answers.job(name(context, "job"), most, source));
                });
        api.serveText(
                new Api.Text(
                        Console.PART_PATH,
                        "what this instance folds, for other instances: all, or what is new since the token of 'since'",
                        "application/avro"),
                this::part);
    }

    private static Api.Operation operation(
            String path, String summary, List<Api.Parameter> parameters, Class<?> view, Integer... refusals) {
        return new Api.Operation(
                HandlerType.GET,
                Api.PATH + path,
                summary,
                parameters,
                view,
                false,
                null,
                false,
                200,
                List.of(refusals));
    }

    private static Api.Operation one(
            String thing, String summary, Class<?> view, List<Api.Parameter> more, Integer... refusals) {
        List<Api.Parameter> parameters = new ArrayList<>(
                List.of(Api.FABRIC, new Api.Parameter(thing, Api.In.PATH, "string", "name of the " + thing)));
        parameters.addAll(more);
        return operation("/" + thing + "s/{" + thing + "}", summary, parameters, view, refusals);
    }

    private static String name(Context context, String thing) {
        return context.pathParam(thing);
    }

    private Views.Instances instances(Shared shared) {
        Sharing sharing = shared.sharing();
        return new Views.Instances(
                sharing.instance(),
                sharing.partitionCount(),
                sharing.isComplete(),
                List.copyOf(sharing.missing()),
                Answers.byName(shared.cut().positions().nextOffsets()),
                Answers.byName(sharing.lagRecords()),
                sharing.members().entrySet().stream()
                        .map(entry -> instance(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private Views.Instance instance(String name, Sharing.Member member) {
        return new Views.Instance(
                name,
                member.isAnswering(),
                List.copyOf(member.partitions()),
                member.answeredMs() == 0 ? null : (Long) Math.max(0, clock.millis() - member.answeredMs()),
                member.detail().isEmpty() ? null : member.detail());
    }

    private void one(Context context, String thing, BiFunction<Answers, Views.Source, Optional<?>> view) {
        String name = name(context, thing);
        Sharing sharing = Served.of(context).sharing();
        Peers.Owner owner = twin.peers().ownerOf(name);
        String other = owner.instance();
        if (other != null && !other.equals(sharing.instance()) && context.header(Peers.FORWARDED) == null) {
            String query = context.queryString();
            Optional<Peers.PeerAnswer> told =
                    twin.peers().ask(other, context.req().getRequestURI() + (query == null ? "" : "?" + query));
            if (told.isPresent() && told.get().status() < 500) {
                context.status(told.get().status())
                        .contentType("application/json")
                        .result(told.get().body());
                return;
            }
        }
        Views.Source source = source(sharing, owner.partition());
        Optional<?> answer = view.apply(new Answers(Served.of(context), fabricOf.apply(context)), source);
        if (answer.isEmpty() && !source.isComplete()) {
            throw new ApiException(
                    503,
                    "OWNER_AWAY",
                    "who folds what is told of " + thing + " '" + name + "' does not answer",
                    "try again; " + Api.PATH + "/instances tells who is away");
        }
        Console.write(
                context,
                answer.orElseThrow(() -> new ApiException(
                        404,
                        "UNKNOWN",
                        "nothing was told of a " + thing + " '" + name + "'",
                        "see " + Api.PATH + "/" + thing + "s")));
    }

    private Views.Source source(Sharing sharing, @Nullable Integer partition) {
        boolean isOwn = partition != null && sharing.own().contains(partition);
        return new Views.Source(
                sharing.instance(),
                partition,
                isOwn && sharing.isComplete(),
                partition == null || sharing.lagRecords().isEmpty() ? null : lag(sharing, partition),
                sharing.ageMs(clock.millis()));
    }

    private static Long lag(Sharing sharing, int partition) {
        return sharing.lagRecords().entrySet().stream()
                .filter(entry -> entry.getKey().number() == partition)
                .mapToLong(entry -> entry.getValue())
                .sum();
    }

    /** Tells more at once than any other route: where there is a token, only to who shows it. */
    private void part(Context context) throws IOException {
        token.requireIfSet(context);
        Optional<Peers.Body> body = twin.peers().part(context.queryParam("since"));
        if (body.isEmpty()) {
            context.status(NOTHING_NEW);
        } else {
            context.contentType("application/avro");
            try {
                body.get().writeTo(context.outputStream());
            } catch (Peers.NotNowException e) {
                LOG.debug("cannot tell what is folded here", e);
                throw new ApiException(503, "NOT_NOW", "partitions come or go", "ask again");
            }
        }
    }
}
