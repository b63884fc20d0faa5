package io.fabrictwin.streams.peer;

import io.fabrictwin.streams.query.Peers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks other instances over HTTP; only for what can be read. */
public final class PeerClient {
    private static final Logger LOG = LoggerFactory.getLogger(PeerClient.class);
    private static final Duration CONNECT = Duration.ofSeconds(1);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    /** The whole of a large fabric takes a while. */
    private static final Duration PART = Duration.ofMinutes(2);

    private static final int NOTHING_NEW = 204;

    /** Its threads end by themselves: stopped from outside, the client would complain. */
    private final ExecutorService readers = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "fabric-twin-peer");
        thread.setDaemon(true);
        return thread;
    });

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).executor(readers).build();
    private final Supplier<String> instance;
    private final @Nullable String token;
    private final String partPath;

    /**
     * A client of the others.
     *
     * @param instance who asks: host and port
     * @param token that all instances share; null: none is asked for
     * @param partPath where an instance tells what it holds
     */
    public PeerClient(Supplier<String> instance, @Nullable String token, String partPath) {
        this.instance = instance;
        this.token = token;
        this.partPath = partPath;
    }

    /**
     * Asks for what is new of another instance.
     *
     * @param before what is known of it
     * @return the next part, or {@code before} where nothing is new; failed where there is no answer
     */
    CompletableFuture<Part> part(String other, @Nullable Part before) {
        String since = before == null ? "" : "?since=" + URLEncoder.encode(before.token(), StandardCharsets.UTF_8);
        return client.sendAsync(request(other, partPath + since).build(), HttpResponse.BodyHandlers.ofInputStream())
                .thenApplyAsync(answer -> read(answer, before), readers)
                .orTimeout(PART.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Part read(HttpResponse<InputStream> answer, @Nullable Part before) {
        try (InputStream body = answer.body()) {
            if (answer.statusCode() == NOTHING_NEW && before != null) {
                return before;
            }
            if (answer.statusCode() != 200) {
                throw new IOException(
                        switch (answer.statusCode()) {
                            case 401, 403 -> "refuses us: all instances need the same --token-file, or none";
                            case 503 -> "cannot tell yet what it folds";
                            default -> "answers with status " + answer.statusCode();
                        });
            }
            return PartFile.read(body, before);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** As {@link Peers#ask}. */
    public Optional<Peers.PeerAnswer> ask(String other, String pathAndQuery) {
        try {
            HttpResponse<String> answer = client.send(
                    request(other, pathAndQuery)
                            .header(Peers.FORWARDED, instance.get())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return Optional.of(new Peers.PeerAnswer(answer.statusCode(), answer.body()));
        } catch (IOException e) {
            LOG.debug("{} does not answer", other, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private HttpRequest.Builder request(String other, String pathAndQuery) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + other + pathAndQuery))
                .timeout(ANSWER)
                .GET();
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }
}
