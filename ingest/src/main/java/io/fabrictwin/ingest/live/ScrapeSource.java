package io.fabrictwin.ingest.live;

import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.parse.Format;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks one exporter at an interval. Each answer is an input of its own, of the time when it was asked for. */
final class ScrapeSource implements LiveSource {
    private static final int MAX_ANSWER_BYTES = 64 << 20;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    private final SourceSpec.Scrape spec;
    private final URI target;
    private final HttpClient client;

    ScrapeSource(SourceSpec.Scrape spec, URI target) {
        this.spec = spec;
        this.target = target;
        this.client = HttpClient.newBuilder()
                .connectTimeout(spec.timeout())
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    @Override
    public void run(SourceContext context) {
        long nextNs = System.nanoTime();
        long succeededNs = 0;
        while (!context.stop().isWished()) {
            long askedNs = context.clockNs().getAsLong();
            if (scrape(askedNs, context)) {
                succeededNs = askedNs;
            }
            // A round that was missed is left out, not made up for.
            long intervalNs = spec.interval().toNanos();
            nextNs += intervalNs * Math.max(1, (System.nanoTime() - nextNs + intervalNs - 1) / intervalNs);
            if (succeededNs > 0) {
                context.status().lag((context.clockNs().getAsLong() - succeededNs) / NS_PER_SECOND);
            }
            context.stop().within(Duration.ofNanos(Math.max(0, nextNs - System.nanoTime())));
        }
    }

    private boolean scrape(long askedNs, SourceContext context) {
        HttpRequest request = HttpRequest.newBuilder(target)
                .timeout(spec.timeout())
                .header("Accept", "text/plain;version=0.0.4;q=1,*/*;q=0.1")
                .build();
        CompletableFuture<HttpResponse<byte[]>> asked =
                client.sendAsync(request, response -> new BoundedBody(MAX_ANSWER_BYTES));
        try {
            HttpResponse<byte[]> response = asked.get(spec.timeout().toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                return failed(context, "it answers with status " + response.statusCode());
            }
            return take(response.body(), askedNs, context);
        } catch (TimeoutException e) {
            asked.cancel(true);
            return failed(context, "no answer within " + spec.timeout().toMillis() + " ms");
        } catch (ExecutionException e) {
            return failed(context, reason(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean take(byte[] content, long askedNs, SourceContext context) {
        String name = target.toString();
        Format format;
        try {
            format = SourceContext.format(spec.format(), BytesInput.unplaced(content));
        } catch (IOException e) {
            return failed(context, String.valueOf(e.getMessage()));
        }
        BytesInput input = new BytesInput(name, content, context.eventContext(format, target + "@" + askedNs, askedNs));
        FileReport report = context.intake().takeNew(format, input);
        context.intake().deliver();
        context.took(name, report);
        context.status().state("scraping");
        return true;
    }

    private static String reason(@Nullable Throwable failure) {
        if (failure instanceof ConnectException) {
            return "no connection";
        }
        String message = failure == null ? null : failure.getMessage();
        return message == null ? String.valueOf(failure) : message;
    }

    private boolean failed(SourceContext context, String reason) {
        context.status().state("no answer");
        context.status().error(target + ": " + reason);
        return false;
    }
}
