package io.fabrictwin.cli.export;

import io.fabrictwin.cli.log.WholeTopic;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.model.scenario.JobForecast;
import io.fabrictwin.model.scenario.Ratio;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.FindingCodec;
import io.fabrictwin.schemas.codec.ForecastCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What the twin itself found and forecast, in the order of its topics; a finding that went on as it was told last. */
final class OwnTopics {
    private final BrokerAccess broker;
    private final Scope scope;
    private final Consumer<String> teller;

    /**
     * Topics of a broker.
     *
     * @param teller told of what cannot be read
     */
    OwnTopics(BrokerAccess broker, Scope scope, Consumer<String> teller) {
        this.broker = broker;
        this.scope = scope;
        this.teller = teller;
    }

    /** Findings that began within the scope, each once. */
    void findings(Consumer<Finding> receiver) {
        FindingCodec codec = new FindingCodec();
        Map<String, Finding> newest = new LinkedHashMap<>();
        WholeTopic.read(
                broker,
                Topics.FINDINGS,
                (key, value) -> decoded(Topics.FINDINGS, () -> {
                    Finding finding = codec.decode(value);
                    if (scope.isOfFabric(finding.fabric().value())
                            && finding.startNs() >= scope.fromNs()
                            && finding.startNs() <= scope.toNs()) {
                        newest.put(finding.id(), finding);
                    }
                }));
        newest.values().forEach(receiver);
    }

    /** Forecasts whose base time is within the scope. */
    void forecasts(Consumer<Forecast> receiver) {
        ForecastCodec codec = new ForecastCodec();
        WholeTopic.read(
                broker,
                Topics.FORECASTS,
                (key, value) -> decoded(Topics.FORECASTS, () -> {
                    Forecast forecast = codec.decode(value);
                    if (scope.isOfFabric(forecast.fabric().value())
                            && forecast.baseTimeNs() >= scope.fromNs()
                            && forecast.baseTimeNs() <= scope.toNs()) {
                        receiver.accept(forecast);
                    }
                }));
    }

    private void decoded(String topic, Runnable work) {
        try {
            work.run();
        } catch (UndecodableException e) {
            teller.accept("a message of " + topic + " is left out: " + e.getMessage());
        }
    }

    /** Writes both as tables. */
    void addTo(TableFolder tables) {
        if (tables.wants(Table.FINDINGS)) {
            findings(finding -> tables.row(
                    Table.FINDINGS,
                    finding.fabric().value(),
                    word(finding.kind()),
                    word(finding.severity()),
                    finding.startNs(),
                    finding.endNs(),
                    String.join(" ", finding.entities()),
                    finding.summary(),
                    String.join("\n", finding.evidence()),
                    finding.suggestion()));
        }
        if (tables.wants(Table.FORECASTS)) {
            forecasts(forecast -> forecast.jobs().forEach(job -> addTo(tables, forecast, job)));
        }
    }

    private static void addTo(TableFolder tables, Forecast forecast, JobForecast job) {
        Ratio ratio = job.ratio();
        tables.row(
                Table.FORECASTS,
                forecast.fabric().value(),
                forecast.name(),
                forecast.baseTimeNs(),
                String.join(" ", forecast.changes()),
                forecast.seed(),
                job.job().value(),
                job.firstStep(),
                job.lastStep(),
                job.recordedStepTimeNs(),
                job.forecastStepTimeNs(),
                ratio == null ? null : (Double) ratio.low(),
                ratio == null ? null : (Double) ratio.likely(),
                ratio == null ? null : (Double) ratio.high(),
                job.verdict().words(),
                String.join("\n", job.reasons()));
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
