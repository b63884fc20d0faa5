package io.fabrictwin.streams.app;

import io.fabrictwin.model.clock.Clocks;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.streams.processor.FoldCounts;
import io.fabrictwin.streams.processor.LateCounts;
import io.fabrictwin.streams.query.ServedTwin;
import io.fabrictwin.streams.query.Sharing;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** What the live twin counts about itself, in the text form that Prometheus reads. */
final class TwinMetrics implements AutoCloseable {
    private static final double NS_PER_SECOND = 1e9;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
    private final LateCounts late;
    private final ServedTwin served;
    private final Set<String> formats = ConcurrentHashMap.newKeySet();
    private final Set<FabricId> fabrics = ConcurrentHashMap.newKeySet();

    TwinMetrics(FoldCounts counts, ServedTwin served) {
        this.late = counts.late();
        this.served = served;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        FunctionCounter.builder("fabrictwin_streams_records_folded", counts, FoldCounts::foldedTotal)
                .description("records folded since the process started")
                .register(registry);
        FunctionCounter.builder("fabrictwin_streams_history_too_late", counts, FoldCounts::tooLateTotal)
                .description("samples and steps that came too late for the windows; they stay in the log")
                .register(registry);
        FunctionCounter.builder("fabrictwin_streams_records_quarantined", counts, FoldCounts::quarantinedTotal)
                .description("records that could not be decoded and went to quarantine")
                .register(registry);
        Gauge.builder("fabrictwin_streams_lag_records", served, twin -> {
                    Long lag = twin.status().lagRecords();
                    return lag == null ? Double.NaN : lag;
                })
                .description("records in the log that are not folded yet; NaN is unknown")
                .register(registry);
        Gauge.builder(
                        "fabrictwin_streams_healthy",
                        served,
                        twin -> twin.status().isHealthy() ? 1 : 0)
                .description("1: running and the broker answers")
                .register(registry);
        Gauge.builder(
                        "fabrictwin_streams_ready",
                        served,
                        twin -> twin.status().isReady()
                                        && twin.shared().sharing().isComplete()
                                ? 1
                                : 0)
                .description(
                        "1: healthy, all that was in the log when folding began has been folded, and answers are complete")
                .register(registry);
        Gauge.builder("fabrictwin_streams_partitions_missing", served, twin -> {
                    Sharing sharing = twin.shared().sharing();
                    return sharing.partitionCount() == 0
                            ? Double.NaN
                            : sharing.missing().size();
                })
                .description("partitions that no instance answers for; NaN is unknown")
                .register(registry);
        Gauge.builder(
                        "fabrictwin_streams_instances_answering",
                        served,
                        twin -> twin.shared().sharing().members().values().stream()
                                .filter(Sharing.Member::isAnswering)
                                .count())
                .description("instances that share the work and answer, this one among them")
                .register(registry);
        Gauge.builder(
                        "fabrictwin_streams_findings_open",
                        served,
                        twin -> twin.findings().stream()
                                .filter(finding -> finding.endNs() == null)
                                .count())
                .description("findings that are not over")
                .register(registry);
    }

    private void tellOfClocks(FabricId fabric) {
        clockGauge(
                "fabrictwin_streams_clocks_known",
                "hosts whose clock is known against others",
                fabric,
                clocks -> clocks.estimates().size() - clocks.unknown());
        clockGauge(
                "fabrictwin_streams_clocks_unknown",
                "hosts of whose clock nothing can be said",
                fabric,
                Clocks::unknown);
        clockGauge(
                "fabrictwin_streams_clock_offset_max_seconds",
                "greatest distance of a host's clock from its reference; NaN is unknown",
                fabric,
                clocks -> seconds(clocks.greatestOffsetNs()));
        clockGauge(
                "fabrictwin_streams_clock_uncertainty_max_seconds",
                "greatest uncertainty of a clock that is known; NaN: none is",
                fabric,
                clocks -> seconds(clocks.greatestUncertaintyNs()));
    }

    private void clockGauge(String name, String description, FabricId fabric, ToDoubleFunction<Clocks> reading) {
        Gauge.builder(name, served, twin -> reading.applyAsDouble(twin.cut().clocks(fabric)))
                .description(description)
                .tag("fabric", fabric.value())
                .register(registry);
    }

    private static double seconds(OptionalLong ns) {
        return ns.isPresent() ? ns.getAsLong() / NS_PER_SECOND : Double.NaN;
    }

    private void tellOfLate(String format) {
        FunctionCounter.builder(
                        "fabrictwin_streams_events_late",
                        late,
                        counts -> ofFormat(counts, format).events())
                .description("events folded whose time lay behind what had been folded of their source")
                .tag("format", format)
                .register(registry);
        Gauge.builder(
                        "fabrictwin_streams_events_late_max_seconds",
                        late,
                        counts -> ofFormat(counts, format).mostNs() / NS_PER_SECOND)
                .description("how far the latest of them lay behind")
                .tag("format", format)
                .register(registry);
    }

    private static LateCounts.Late ofFormat(LateCounts counts, String format) {
        return counts.byFormat().getOrDefault(format, new LateCounts.Late(0, 0));
    }

    String scrape() {
        late.byFormat().keySet().stream().filter(formats::add).forEach(this::tellOfLate);
        served.cut().fabrics().stream().filter(fabrics::add).forEach(this::tellOfClocks);
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
