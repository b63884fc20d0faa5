package io.fabrictwin.streams.console;

import io.javalin.http.HandlerType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The API's description in OpenAPI 3.1: made from its routes and the records that they answer with, so that it cannot tell
 * of other fields than are sent.
 */
final class OpenApi {
    private static final String JSON = "application/json";
    private static final String BEARER = "token";

    private final SortedMap<String, Object> schemas = new TreeMap<>();

    private OpenApi() {}

    static Map<String, Object> of(Api api, String version) {
        OpenApi document = new OpenApi();
        Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
        for (Api.Operation operation : api.operations()) {
            paths.computeIfAbsent(operation.path(), path -> new LinkedHashMap<>())
                    .put(operation.method().name().toLowerCase(Locale.ROOT), document.operation(operation));
        }
        for (Api.Text text : api.texts()) {
            Map<String, Object> content = Map.of(text.contentType(), Map.of("schema", Map.of("type", "string")));
            paths.put(
                    text.path(),
                    Map.of(
                            "get",
                            Map.of(
                                    "summary",
                                    text.summary(),
                                    "responses",
                                    Map.of("200", Map.of("description", "the answer", "content", content)))));
        }
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("openapi", "3.1.0");
        all.put(
                "info",
                Map.of(
                        "title",
                        "Fabric Twin",
                        "version",
                        version,
                        "description",
                        "A digital twin of the networks that AI training runs on. A field that is unknown is left out,"
                                + " never zero. Times are event times, ns since 1970; shares are 0 to 1."));
        all.put("paths", paths);
        all.put(
                "components",
                Map.of(
                        "schemas",
                        document.schemas,
                        "securitySchemes",
                        Map.of(BEARER, Map.of("type", "http", "scheme", "bearer"))));
        return all;
    }

    private Map<String, Object> operation(Api.Operation operation) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("summary", operation.summary());
        told.put(
                "parameters",
                operation.parameters().stream().map(OpenApi::parameter).toList());
        Class<?> request = operation.request();
        if (request != null) {
            told.put("requestBody", Map.of("required", true, "content", content(schema(request))));
        }
        if (!operation.method().equals(HandlerType.GET)) {
            told.put("security", List.of(Map.of(BEARER, List.of())));
        }
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(
                Integer.toString(operation.status()),
                response("the answer", operation.isPage() ? page(operation.view()) : schema(operation.view())));
        if (operation.isTagged()) {
            responses.put("304", Map.of("description", "the client has this answer: If-None-Match names its ETag"));
        }
        for (int refusal : operation.refusals()) {
            boolean isOwn = operation.view() == Views.Health.class;
            responses.put(
                    Integer.toString(refusal),
                    response(
                            isOwn ? "not yet, or no longer" : "why there is no answer",
                            schema(isOwn ? operation.view() : Views.Failure.class)));
        }
        told.put("responses", responses);
        return told;
    }

    private static Map<String, Object> response(String description, Map<String, Object> schema) {
        return Map.of("description", description, "content", content(schema));
    }

    private static Map<String, Object> content(Map<String, Object> schema) {
        return Map.of(JSON, Map.of("schema", schema));
    }

    private static Map<String, Object> parameter(Api.Parameter parameter) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("name", parameter.name());
        told.put("in", parameter.in().name().toLowerCase(Locale.ROOT));
        told.put("required", parameter.in() == Api.In.PATH);
        told.put("description", parameter.description());
        told.put("schema", Map.of("type", parameter.type()));
        return told;
    }

    /** A part of a list, with its items. */
    private Map<String, Object> page(Class<?> item) {
        Map<String, Object> page = new LinkedHashMap<>();
        Map<String, Object> properties = new LinkedHashMap<>();
        for (RecordComponent component : Views.Page.class.getRecordComponents()) {
            properties.put(
                    component.getName(),
                    component.getName().equals("items")
                            ? Map.of("type", "array", "items", schema(item))
                            : schema(component.getGenericType()));
        }
        page.put("type", "object");
        page.put("properties", properties);
        page.put("required", List.copyOf(properties.keySet()));
        page.put("additionalProperties", false);
        return page;
    }

    private Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            Type[] arguments = generic.getActualTypeArguments();
            if (Collection.class.isAssignableFrom(raw)) {
                return Map.of("type", "array", "items", schema(arguments[0]));
            }
            if (Map.class.isAssignableFrom(raw)) {
                return Map.of("type", "object", "additionalProperties", schema(arguments[1]));
            }
        }
        if (type instanceof Class<?> plain) {
            return ofClass(plain);
        }
        throw new IllegalArgumentException("the API cannot answer with a " + type);
    }

    private Map<String, Object> ofClass(Class<?> type) {
        if (type == String.class) {
            return Map.of("type", "string");
        }
        if (type == boolean.class || type == Boolean.class) {
            return Map.of("type", "boolean");
        }
        if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
            return Map.of("type", "integer", "format", type == int.class || type == Integer.class ? "int32" : "int64");
        }
        if (type == double.class || type == Double.class) {
            return Map.of("type", "number");
        }
        if (type.isEnum()) {
            return Map.of(
                    "type",
                    "string",
                    "enum",
                    List.of(type.getEnumConstants()).stream()
                            .map(Object::toString)
                            .toList());
        }
        if (type.isRecord()) {
            return ofRecord(type);
        }
        throw new IllegalArgumentException("the API cannot answer with a " + type);
    }

    private Map<String, Object> ofRecord(Class<?> type) {
        String name = type.getSimpleName();
        if (!schemas.containsKey(name)) {
            Map<String, Object> schema = new LinkedHashMap<>();
            // Before its fields: they may hold one of the same kind.
            schemas.put(name, schema);
            Map<String, Object> properties = new LinkedHashMap<>();
            for (RecordComponent component : type.getRecordComponents()) {
                properties.put(component.getName(), schema(component.getGenericType()));
            }
            schema.put("type", "object");
            schema.put("properties", properties);
            schema.put(
                    "required",
                    List.of(type.getRecordComponents()).stream()
                            .filter(component -> !isOptional(component))
                            .map(RecordComponent::getName)
                            .toList());
            schema.put("additionalProperties", false);
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private static boolean isOptional(RecordComponent component) {
        AnnotatedElement annotated = component.getAnnotatedType();
        return annotated.isAnnotationPresent(Nullable.class);
    }
}
