package io.fabrictwin.cli.topics;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.broker.BrokerAdmin;
import io.fabrictwin.cli.broker.TopicDifference;
import io.fabrictwin.cli.broker.TopicDifference.Remedy;
import io.fabrictwin.cli.broker.TopicKeeper;
import io.fabrictwin.cli.broker.TopicRequest;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The verb {@code topics}. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        description = {
            "Compare the topics of a broker with what the product needs, and make them so.",
            "Settings that lose nothing are made as planned; what would lose or scatter records is told and left alone."
        },
        subcommands = {TopicsCommand.Plan.class, TopicsCommand.Apply.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin topics plan --bootstrap kafka:9092                        what differs; exits with 1 then",
            "  fabric-twin topics apply --partitions 12 --replication-factor 3 --bootstrap kafka:9092"
        })
public final class TopicsCommand implements Runnable {
    private static final List<Column<TopicDifference>> COLUMNS = List.of(
            Column.text("topic", TopicDifference::topic),
            Column.text("what", TopicDifference::what),
            Column.text("now", TopicDifference::now),
            Column.text("planned", TopicDifference::planned),
            Column.text("apply", difference -> word(difference.remedy())),
            Column.text("advice", TopicDifference::advice));

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of plan, apply");
    }

    private static String word(Remedy remedy) {
        return switch (remedy) {
            case CREATE -> "creates";
            case SET -> "sets";
            case GROW -> "adds";
            case NONE -> "leaves";
        };
    }

    /** What plan and apply have in common. */
    private static final class TopicOptions {
        private static final int MOST_PARTITIONS = 10_000;

        @Option(
                names = "--partitions",
                paramLabel = "N",
                description = "Partitions of each topic of truth (default: as many as they have, else 4).")
        private @Nullable Integer partitions;

        @Option(
                names = "--replication-factor",
                paramLabel = "N",
                description = "Replicas of each partition; from 3 on, all but one must have what is acknowledged"
                        + " (default: as they are, and the broker's default for new topics).")
        private @Nullable Integer replicationFactor;

        @Mixin
        private final OutputOptions outputOptions = new OutputOptions();

        @Mixin
        private final BrokerOptions brokerOptions = new BrokerOptions();

        @Spec(Spec.Target.MIXEE)
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        private int answer(BiFunction<TopicKeeper, TopicRequest, List<TopicDifference>> work) {
            TopicRequest request = new TopicRequest(
                    checked("--partitions", partitions, MOST_PARTITIONS),
                    checked("--replication-factor", replicationFactor, Short.MAX_VALUE));
            List<TopicDifference> differences;
            try (BrokerOptions.Broker broker = brokerOptions.openWithoutTopics();
                    BrokerAdmin admin = BrokerAdmin.of(broker.access())) {
                differences = work.apply(new TopicKeeper(admin), request);
            }
            Table.print(
                    spec.commandLine().getOut(),
                    outputOptions.output(),
                    differences,
                    COLUMNS,
                    "all topics are as planned");
            return differences.isEmpty() ? ExitCodes.FINE : ExitCodes.ANSWER_IS_NO;
        }

        private @Nullable Integer checked(String option, @Nullable Integer value, int most) {
            if (value != null && (value < 1 || value > most)) {
                throw new ParameterException(
                        spec.commandLine(), String.format(Locale.ROOT, "%s is 1 to %d, not %d", option, most, value));
            }
            return value;
        }
    }

    /** The verb {@code topics plan}. */
    @Command(
            name = "plan",
            mixinStandardHelpOptions = true,
            description = "Tell where topics are not as planned; exits with 1 where one is not. Changes nothing.")
    static final class Plan implements Callable<Integer> {
        @Mixin
        private final TopicOptions options = new TopicOptions();

        @Override
        public Integer call() {
            return options.answer(TopicKeeper::differences);
        }
    }

    /** The verb {@code topics apply}. */
    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = "Make the topics as planned, as far as no record is lost or scattered by it; tells what is"
                    + " left, and exits with 1 then.")
    static final class Apply implements Callable<Integer> {
        @Mixin
        private final TopicOptions options = new TopicOptions();

        @Override
        public Integer call() {
            return options.answer(TopicKeeper::apply);
        }
    }
}
