package io.fabrictwin.cli.scenario;

import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.history.HistoryOptions;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every verb takes that puts scenarios to the log. */
public final class AskOptions {
    @Option(names = "--fabric", description = "Fabric to fork, where the log tells of several.")
    private @Nullable String fabric;

    @Option(
            names = "--calibration",
            paramLabel = "FILE",
            description = "Let intervals rest on past changes: a JSON list of what was forecast and what came.")
    private @Nullable Path calibration;

    @Mixin
    private final HistoryOptions historyOptions = new HistoryOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    public FlinkOptions flinkOptions() {
        return flinkOptions;
    }

    public HistoryOptions historyOptions() {
        return historyOptions;
    }

    public BrokerOptions brokerOptions() {
        return historyOptions.brokerOptions();
    }

    /** Past changes, as far as a file of them was named. */
    public Calibrator calibrator() {
        return Calibrator.of(calibration);
    }

    /** The scenario with what the options say of it, where it does not itself. */
    public ScenarioForm completed(ScenarioForm form) {
        return new ScenarioForm(
                form.name(),
                form.fabric() == null ? fabric : form.fabric(),
                form.at(),
                form.window(),
                form.knownAt() == null ? historyOptions.knownAt() : form.knownAt(),
                form.changes(),
                form.seed(),
                form.reading(),
                form.jobs());
    }

    /**
     * Reaches the log and a place to work on it, for as long as the result is open.
     *
     * @param teller told in one line what a person should know
     */
    public Asking open(Consumer<String> teller) {
        return Asking.open(historyOptions, flinkOptions, calibrator(), teller);
    }
}
