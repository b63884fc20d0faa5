package io.fabrictwin.streams.console;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The routes of the API: each is told of, with what it answers, where it is made. */
final class Api {
    static final String PATH = "/api/v1";

    static final Parameter FABRIC =
            new Parameter("fabric", In.QUERY, "string", "name of a fabric; without it the first there is");
    static final Parameter LIMIT = new Parameter("limit", In.QUERY, "integer", "most items in the answer");
    static final Parameter OFFSET = new Parameter("offset", In.QUERY, "integer", "items to leave out before");

    private final RoutesConfig routes;
    private final List<Operation> operations = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();

    /** Where a parameter stands. */
    enum In {
        QUERY,
        PATH
    }

    record Parameter(String name, In in, String type, String description) {}

    /**
     * One thing that can be asked.
     *
     * @param view record of the answer's body
     * @param request record of the request's body; null: it has none
     * @param isTagged whether an ETag tells that the answer is the same
     * @param refusals statuses besides the good one, each with a {@link Views.Failure}, except where a view has its own
     */
    record Operation(
            HandlerType method,
            String path,
            String summary,
            List<Parameter> parameters,
            Class<?> view,
            boolean isPage,
            @Nullable Class<?> request,
            boolean isTagged,
            int status,
            List<Integer> refusals) {}

    /** What is no JSON: a path, what it gives, and in which type. */
    record Text(String path, String summary, String contentType) {}

    Api(RoutesConfig routes) {
        this.routes = routes;
    }

    /** An answer from the cut alone. */
    void view(String path, String summary, Class<?> view, Handler handler) {
        route(
                new Operation(
                        HandlerType.GET,
                        PATH + path,
                        summary,
                        List.of(FABRIC),
                        view,
                        false,
                        null,
                        true,
                        200,
                        List.of(404)),
                handler);
    }

    /** A list from the cut alone, which comes in parts. */
    void cutPage(String path, String summary, Class<?> item, Handler handler, Parameter... more) {
        page(path, summary, item, true, handler, more);
    }

    /** A list of what was found and told, which comes in parts. */
    void page(String path, String summary, Class<?> item, Handler handler, Parameter... more) {
        page(path, summary, item, false, handler, more);
    }

    private void page(
            String path, String summary, Class<?> item, boolean isTagged, Handler handler, Parameter... more) {
        List<Parameter> parameters = new ArrayList<>(List.of(FABRIC, LIMIT, OFFSET));
        parameters.addAll(List.of(more));
        route(
                new Operation(
                        HandlerType.GET,
                        PATH + path,
                        summary,
                        parameters,
                        item,
                        true,
                        null,
                        isTagged,
                        200,
                        List.of(400, 404)),
                handler);
    }

    /** Anything else. */
    void route(Operation operation, Handler handler) {
        operations.add(operation);
        routes.addHttpHandler(operation.method, operation.path, handler);
    }

    /** Tells of a route that answers with other things than JSON, and is made elsewhere. */
    void tellOf(Text text) {
        texts.add(text);
    }

    /** What answers with other things than JSON. */
    void serveText(Text text, Handler handler) {
        tellOf(text);
        routes.get(text.path, handler);
    }

    List<Text> texts() {
        return List.copyOf(texts);
    }

    List<Operation> operations() {
        return List.copyOf(operations);
    }
}
