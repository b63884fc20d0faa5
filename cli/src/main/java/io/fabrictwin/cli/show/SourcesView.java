package io.fabrictwin.cli.show;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.Output;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.ingest.publish.LogScan;
import io.fabrictwin.ingest.publish.SourceLedger;
import io.fabrictwin.schemas.SourceState;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How live sources are doing: as they last noted in the log, or as their process says now. */
final class SourcesView {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);
    private static final long NS_PER_SECOND = 1_000_000_000L;
    /** A process notes its sources every few seconds; one that does not has gone without a word. */
    private static final long SILENCE_NS = 30 * NS_PER_SECOND;

    /** Of a longer error the beginning stands in a table; all of it in JSON. */
    private static final int ERROR_CHARACTERS = 90;

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private SourcesView() {}

    static void print(PrintWriter out, Output output, BrokerOptions brokerOptions, @Nullable URI process) {
        List<SourceState> states = process == null ? noted(brokerOptions) : asked(process);
        Instant now = Instant.now();
        long nowNs = now.getEpochSecond() * NS_PER_SECOND + now.getNano();
        Table.print(
                out,
                output,
                states,
                columns(nowNs),
                "no live sources yet; start some with: fabric-twin ingest live --config FILE");
    }

    private static List<SourceState> noted(BrokerOptions brokerOptions) {
        try (BrokerOptions.Broker broker = brokerOptions.openToRead()) {
            return SourceLedger.read(new LogScan(broker.access(), TIMEOUT)).states();
        }
    }

    private static List<SourceState> asked(URI process) {
        URI sources = process.resolve("/sources");
        try {
            HttpResponse<byte[]> answer = HttpClient.newBuilder()
                    .connectTimeout(TIMEOUT)
                    .build()
                    .send(
                            HttpRequest.newBuilder(sources).timeout(TIMEOUT).build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            return Arrays.asList(JSON.readValue(answer.body(), SourceState[].class));
        } catch (IOException | IllegalArgumentException e) {
            throw new UnreachableException(
                    "no answer from " + sources + "; give the address that fabric-twin ingest live printed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("interrupted while asking " + sources, e);
        }
    }

    private static List<Column<SourceState>> columns(long nowNs) {
        return List.of(
                Column.text("source", SourceState::name),
                Column.text("kind", SourceState::kind),
                Column.text("format", SourceState::format),
                Column.text("state", state -> state(state, nowNs)),
                new Column<>(
                        "lag",
                        "LAG",
                        true,
                        state -> state.lag() == null ? null : state.lag() + " " + state.lagUnit(),
                        Object::toString),
                Column.number(
                        "recordsPerSecond",
                        "RECORDS/S",
                        SourceState::recordsPerSecond,
                        rate -> String.format(Locale.ROOT, "%.1f", rate.doubleValue())),
                Column.count("read", SourceState::read),
                Column.count("accepted", SourceState::accepted),
                Column.count("ignored", SourceState::ignored),
                Column.count("rejected", SourceState::rejected),
                Column.count("duplicate", SourceState::duplicate),
                Column.count("late", SourceState::late),
                Column.count("dropped", SourceState::dropped),
                new Column<>("lastError", "LAST ERROR", false, SourcesView::error, text -> shortened(text.toString())));
    }

    private static String state(SourceState state, long nowNs) {
        boolean isSilent =
                nowNs - state.toldTimeNs() > SILENCE_NS && !state.state().equals("stopped");
        return isSilent ? "not heard of since " + instant(state.toldTimeNs()) : state.state();
    }

    private static @Nullable String error(SourceState state) {
        Long timeNs = state.lastErrorTimeNs();
        return state.lastError() == null || timeNs == null ? null : instant(timeNs) + " " + state.lastError();
    }

    private static String shortened(String text) {
        return text.length() <= ERROR_CHARACTERS ? text : text.substring(0, ERROR_CHARACTERS - 3) + "...";
    }

    private static Instant instant(long timeNs) {
        return Instant.ofEpochSecond(timeNs / NS_PER_SECOND);
    }
}
