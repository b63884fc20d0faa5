package io.fabrictwin.ingest.live;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.Formats;
import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.schemas.SourceState;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Takes inputs that are pushed over HTTP, and tells how the sources of the process are doing. */
final class LiveServer implements AutoCloseable {
    /** How long who pushed waits to hear that it is in the log. */
    private static final long ANSWER_SECONDS = 30;

    private static final String RETRY_SECONDS = "1";
    private static final String OTLP_FORMAT = "otlp-metrics";
    private static final String PROTOBUF = "application/x-protobuf";
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private final LiveConfig.Http config;
    private final Pushes pushes;
    private final Javalin server;

    /** A request that cannot be done, in the words of HTTP. */
    private static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int status;

        RefusedException(int status, String message) {
            super(message);
            this.status = status;
        }
    }

    /**
     * A server that does not listen yet.
     *
     * @param metrics of the process, in Prometheus's text form
     */
    LiveServer(LiveConfig.Http config, Pushes pushes, Supplier<List<SourceState>> states, Supplier<String> metrics) {
        this.config = config;
        this.pushes = pushes;
        this.server = Javalin.create(javalin -> configure(javalin, states, metrics));
    }

    /** @throws IllegalStateException if it cannot listen there; the message is one line for people */
    void start() {
        try {
            server.start(config.host(), config.port());
        } catch (JavalinBindException e) {
            throw new IllegalStateException(
                    "cannot listen on " + config.host() + ":" + config.port()
                            + ", it is taken; stop what listens there or name another port",
                    e);
        }
    }

    int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop();
    }

    private void configure(JavalinConfig javalin, Supplier<List<SourceState>> states, Supplier<String> metrics) {
        javalin.startup.showJavalinBanner = false;
        javalin.startup.showOldJavalinVersionWarning = false;
        javalin.startup.startupWatcherEnabled = false;
        javalin.http.prefer405over404 = true;
        RoutesConfig routes = javalin.routes;
        routes.get("/health", context -> answer(context, 200, Map.of("status", "up")));
        routes.get("/sources", context -> answer(context, 200, states.get()));
        routes.get(
                "/metrics",
                context -> context.contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(metrics.get()));
        if (config.acceptsPushes()) {
            routes.post("/ingest/{format}", this::push);
            routes.post("/v1/metrics", this::pushOtlp);
        }
        routes.exception(RefusedException.class, (e, context) -> {
            if (e.status == 429 || e.status == 503) {
                context.header("Retry-After", RETRY_SECONDS);
            }
            Map<String, Object> failure = new LinkedHashMap<>();
            failure.put("error", String.valueOf(e.getMessage()));
            if (e.status == 404) {
                failure.put("formats", names());
            }
            answer(context, e.status, failure);
        });
    }

    private void push(Context context) throws IOException {
        Long atNs = time(context.queryParam("at"));
        String name = context.pathParam("format");
        if (!name.equals(FormatChoice.AUTO) && pushable(name).isEmpty()) {
            throw new RefusedException(404, "there is no format '" + name + "' that can be pushed");
        }
        try (Pushes.Place place = place()) {
            byte[] content = content(context);
            Format format = name.equals(FormatChoice.AUTO)
                    ? recognised(content)
                    : pushable(name).orElseThrow();
            FileReport report = report(place, format, content, atNs);
            boolean isBad = report.reason() != null && report.duplicate() == 0;
            answer(context, isBad ? 422 : 200, account(report));
        }
    }

    /** The answers that exporters of OpenTelemetry expect. */
    private void pushOtlp(Context context) throws IOException {
        Format format = Formats.named(OTLP_FORMAT)
                .orElseThrow(() -> new RefusedException(404, "there is no format " + OTLP_FORMAT + " in this build"));
        String type = String.valueOf(context.contentType()).toLowerCase(Locale.ROOT);
        boolean isProtobuf = type.startsWith(PROTOBUF);
        if (!isProtobuf && !type.startsWith("application/json")) {
            throw new RefusedException(415, "content type " + type + " is neither application/json nor " + PROTOBUF);
        }
        try (Pushes.Place place = place()) {
            byte[] content = content(context);
            FileReport report = report(place, format, isProtobuf ? OtlpJson.of(content) : content, null);
            if (isProtobuf) {
                context.status(200).contentType(PROTOBUF).result(OtlpJson.response(report));
            } else {
                answer(
                        context,
                        200,
                        Map.of(
                                "partialSuccess",
                                report.rejected() == 0
                                        ? Map.of()
                                        : Map.of(
                                                "rejectedDataPoints",
                                                String.valueOf(report.rejected()),
                                                "errorMessage",
                                                "rejected; see fabric-twin quarantine list")));
            }
        } catch (OtlpJson.MalformedException e) {
            throw new RefusedException(400, String.valueOf(e.getMessage()));
        }
    }

    private Pushes.Place place() {
        return pushes.place()
                .orElseThrow(() -> new RefusedException(
                        429, config.queue() + " inputs wait to be taken in; send it again in a while"));
    }

    private byte[] content(Context context) throws IOException {
        int most = config.maxBodyBytes();
        String encoding = context.header("Content-Encoding");
        if (encoding != null && !encoding.equals("gzip") && !encoding.equals("identity")) {
            throw new RefusedException(415, "content encoding '" + encoding + "' is neither gzip nor identity");
        }
        if (context.req().getContentLengthLong() > most) {
            throw new RefusedException(413, tooLarge(most));
        }
        try (InputStream in = uncompressed(context.bodyInputStream())) {
            return Contents.read(in, most);
        } catch (Contents.TooLargeException e) {
            throw new RefusedException(413, tooLarge(most));
        } catch (ZipException e) {
            throw new RefusedException(400, "the gzip data is damaged: " + e.getMessage());
        }
    }

    private static String tooLarge(int most) {
        return "the input has more than " + most + " bytes; send it in parts, or take it in as a file";
    }

    /** Compression is seen by content, as that of files. */
    private static InputStream uncompressed(InputStream body) throws IOException {
        PushbackInputStream in = new PushbackInputStream(body, 2);
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        boolean isGzip = magic.length == 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b;
        return isGzip ? new GZIPInputStream(in) : in;
    }

    private static Format recognised(byte[] content) {
        try {
            return SourceContext.format(FormatChoice.AUTO, BytesInput.unplaced(content));
        } catch (IOException e) {
            throw new RefusedException(422, String.valueOf(e.getMessage()));
        }
    }

    private static FileReport report(Pushes.Place place, Format format, byte[] content, @Nullable Long atNs) {
        try {
            return place.put(format, content, atNs).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new RefusedException(
                    503, "it waits to be taken in, but is not in the log yet; sending it again does no harm");
        } catch (CancellationException e) {
            throw new RefusedException(503, "the process stops; send it again when it is back");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RefusedException(503, "the process stops; send it again when it is back");
        }
    }

    private static Map<String, Object> account(FileReport report) {
        Map<String, Object> account = new LinkedHashMap<>();
        account.put("format", report.format());
        account.put("read", report.read());
        account.put("accepted", report.accepted());
        account.put("ignored", report.ignored());
        account.put("rejected", report.rejected());
        account.put("duplicate", report.duplicate());
        account.put("late", report.late());
        account.put("eventsByType", report.eventsByType());
        account.put("unreadByKind", report.unreadByKind());
        String reason = report.reason();
        if (reason != null) {
            account.put("reason", reason);
        }
        return account;
    }

    private static @Nullable Long time(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            if (text.matches("\\d{1,10}")) {
                return Math.multiplyExact(Long.parseLong(text), NS_PER_SECOND);
            }
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NS_PER_SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new RefusedException(
                    400,
                    "at=" + text
                            + " cannot be read; write ISO-8601 such as 2026-03-01T12:00:00Z, or seconds since 1970");
        }
    }

    private static Optional<Format> pushable(String name) {
        return Formats.named(name).filter(format -> !format.isFolder());
    }

    private static List<String> names() {
        return Formats.all().stream()
                .filter(format -> !format.isFolder())
                .map(Format::name)
                .toList();
    }

    private static void answer(Context context, int status, Object value) {
        try {
            context.status(status).contentType("application/json").result(JSON.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
