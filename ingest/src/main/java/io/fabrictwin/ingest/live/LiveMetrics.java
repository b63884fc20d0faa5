package io.fabrictwin.ingest.live;

import io.fabrictwin.schemas.SourceState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What sources are doing, as metrics. What is not known is left out, as NaN. */
final class LiveMetrics {
    private static final double NS_PER_SECOND = 1e9;

    private static final Map<String, ToDoubleFunction<SourceState>> CLASSES = Map.of(
            "accepted", SourceState::accepted,
            "ignored", SourceState::ignored,
            "rejected", SourceState::rejected,
            "duplicate", SourceState::duplicate,
            "late", SourceState::late);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    void add(SourceStatus status) {
        SourceState first = status.snapshot();
        Tags tags = Tags.of("source", first.name(), "kind", first.kind());
        FunctionCounter.builder(
                        "fabrictwin.source.read",
                        status,
                        source -> source.snapshot().read())
                .description("Records read")
                .tags(tags)
                .register(registry);
        CLASSES.forEach((name, count) -> FunctionCounter.builder(
                        "fabrictwin.source.records", status, source -> count.applyAsDouble(source.snapshot()))
                .description("Records by what became of them; their sum is what was read")
                .tags(tags.and("class", name))
                .register(registry));
        FunctionCounter.builder(
                        "fabrictwin.source.dropped",
                        status,
                        source -> source.snapshot().dropped())
                .description("What came while there was no room and could not wait")
                .tags(tags)
                .register(registry);
        gauge(
                "fabrictwin.source.lag",
                "What waits to be taken in",
                tags.and("unit", first.lagUnit()),
                status,
                state -> number(state.lag()));
        gauge(
                "fabrictwin.source.records.per.second",
                "Records taken in of late",
                tags,
                status,
                state -> number(state.recordsPerSecond()));
        gauge(
                "fabrictwin.source.last.record.timestamp.seconds",
                "When a record was last taken in",
                tags,
                status,
                state -> seconds(state.lastRecordTimeNs()));
        gauge(
                "fabrictwin.source.last.error.timestamp.seconds",
                "When something last went wrong",
                tags,
                status,
                state -> seconds(state.lastErrorTimeNs()));
        gauge(
                "fabrictwin.source.waiting.for.broker",
                "1 while the broker is away",
                tags,
                status,
                state -> state.state().startsWith(SourceStatus.WAITING_FOR_BROKER) ? 1 : 0);
    }

    String scrape() {
        return registry.scrape();
    }

    private void gauge(
            String name, String description, Tags tags, SourceStatus status, ToDoubleFunction<SourceState> value) {
        Gauge.builder(name, status, source -> value.applyAsDouble(source.snapshot()))
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double number(@Nullable Number value) {
        return value == null ? Double.NaN : value.doubleValue();
    }

    private static double seconds(@Nullable Long timeNs) {
        return timeNs == null ? Double.NaN : timeNs / NS_PER_SECOND;
    }
}
