package io.fabrictwin.streams.app;

import io.fabrictwin.streams.processor.FoldCounts;
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

/** What the live twin counts about itself, in the text form that Prometheus reads. */
final class TwinMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    TwinMetrics(FoldCounts counts, ServedTwin served) {

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

    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
