package io.fabrictwin.cli.worker;

import io.fabrictwin.cli.AnswerIsNoException;
import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Progress;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.render.Times;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioCancelled;
import io.fabrictwin.model.queue.ScenarioProgress;
import io.fabrictwin.model.queue.ScenarioStage;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The verb {@code scenarios}. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        description = "Scenarios that workers were asked for: how far they are, wait for one, take one back.",
        subcommands = {ScenariosCommand.ListVerb.class, ScenariosCommand.Wait.class, ScenariosCommand.Cancel.class})
public final class ScenariosCommand implements Runnable {
    private static final List<Column<QueuedScenario>> COLUMNS = List.of(
            Column.text("id", scenario -> scenario.asked().id()),
            Column.text(
                    "asked",
                    scenario -> Instant.EPOCH
                            .plus(scenario.asked().askedTimeNs(), ChronoUnit.NANOS)
                            .truncatedTo(ChronoUnit.SECONDS)
                            .toString()),
            Column.text("fabric", scenario -> scenario.asked().fabric().value()),
            Column.text("changes", scenario -> String.join(" ", scenario.asked().changes())),
            Column.text("stage", scenario -> word(scenario.stage())),
            Column.text("detail", QueuedScenario::detail),
            Column.text("worker", ScenariosCommand::worker),
            Column.text("forecastKey", ScenariosCommand::forecastKey));

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of list, wait, cancel");
    }

    private static String word(ScenarioStage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable String worker(QueuedScenario scenario) {
        ScenarioProgress progress = scenario.progress();
        return progress == null ? null : progress.worker();
    }

    private static @Nullable String forecastKey(QueuedScenario scenario) {
        ScenarioProgress progress = scenario.progress();
        return progress == null ? null : progress.forecastKey();
    }

    /** The verb {@code scenarios list}. */
    @Command(name = "list", mixinStandardHelpOptions = true, description = "List what waits, runs and is done.")
    static final class ListVerb implements Callable<Integer> {
        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            List<QueuedScenario> scenarios;
            try (BrokerOptions.Broker broker = brokerOptions.open();
                    ScenarioTopic topic = new ScenarioTopic(broker.access())) {
                scenarios = topic.queue().scenarios();
            }
            Table.print(
                    spec.commandLine().getOut(),
                    outputOptions.output(),
                    scenarios,
                    COLUMNS,
                    "no scenario was asked for");
            return ExitCodes.FINE;
        }
    }

    /** The verb {@code scenarios wait}. */
    @Command(
            name = "wait",
            mixinStandardHelpOptions = true,
            description =
                    "Wait until a scenario is over; exits with 1 where there is no forecast. fork --asked shows it.")
    static final class Wait implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "As scenarios list shows it.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String id;

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            QueuedScenario scenario;
            try (BrokerOptions.Broker broker = brokerOptions.open();
                    ScenarioTopic topic = new ScenarioTopic(broker.access());
                    Progress progress = Progress.on(spec.commandLine().getErr())) {
                scenario = topic.known(id);
                while (!scenario.stage().isLast()) {
                    progress.show(id + ": " + word(scenario.stage()) + " " + scenario.detail());
                    topic.await();
                    scenario = topic.known(id);
                }
            }
            Table.print(spec.commandLine().getOut(), outputOptions.output(), List.of(scenario), COLUMNS, "");
            if (scenario.stage() != ScenarioStage.DONE) {
                throw new AnswerIsNoException(id + " is " + word(scenario.stage()) + ": " + scenario.detail());
            }
            return ExitCodes.FINE;
        }
    }

    /** The verb {@code scenarios cancel}. */
    @Command(
            name = "cancel",
            mixinStandardHelpOptions = true,
            description = "Take a scenario back: one that runs is stopped.")
    static final class Cancel implements Callable<Integer> {
        @Parameters(paramLabel = "ID", description = "As scenarios list shows it.")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String id;

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            try (BrokerOptions.Broker broker = brokerOptions.open();
                    ScenarioTopic topic = new ScenarioTopic(broker.access())) {
                QueuedScenario scenario = topic.known(id);
                if (scenario.stage().isLast()) {
                    throw new AnswerIsNoException(id + " is " + word(scenario.stage()) + " already");
                }
                topic.tell(new ScenarioCancelled(id, Times.toNs(Instant.now())));
                PrintWriter out = spec.commandLine().getOut();
                out.println(id + " is taken back");
            }
            return ExitCodes.FINE;
        }
    }
}
