package io.fabrictwin.streams.console;

import io.javalin.config.RoutesConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;

/** The page's files, each named here: nothing else of the class path is served. */
final class PageFiles {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final Map<String, String> TYPE_BY_NAME = Map.ofEntries(
            Map.entry("index.html", "text/html; charset=utf-8"),
            Map.entry("page.css", "text/css; charset=utf-8"),
            Map.entry("icon.svg", "image/svg+xml"),
            Map.entry("page.js", SCRIPT),
            Map.entry("elements.js", SCRIPT),
            Map.entry("words.js", SCRIPT),
            Map.entry("topology.js", SCRIPT),
            Map.entry("ports.js", SCRIPT),
            Map.entry("jobs.js", SCRIPT),
            Map.entry("findings.js", SCRIPT),
            Map.entry("forecasts.js", SCRIPT));
    private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

    private PageFiles() {}

    static void serve(RoutesConfig routes) {
        TYPE_BY_NAME.forEach((name, type) -> serve(routes, "/" + name, "/console/" + name, type));
        serve(routes, "/", "/console/index.html", "text/html; charset=utf-8");
        serve(routes, "/echarts.min.js", ECHARTS, SCRIPT);
    }

    private static void serve(RoutesConfig routes, String path, String resource, String type) {
        byte[] content = content(resource);
        routes.get(path, context -> context.contentType(type).result(content));
    }

    private static byte[] content(String resource) {
        try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the build left out " + resource);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
