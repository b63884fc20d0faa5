package io.fabrictwin.cli.doctor;

import io.fabrictwin.cli.ExitCodes;
import io.fabrictwin.cli.UnreachableException;
import io.fabrictwin.cli.broker.BrokerAdmin;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.render.Column;
import io.fabrictwin.cli.render.OutputOptions;
import io.fabrictwin.cli.render.Table;
import io.fabrictwin.cli.up.UpCommand;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ClusterUnavailableException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The verb {@code doctor}. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Look at everything the product stands on, and tell what to do about what is wrong.",
            "That is broker, topics, whether the newest records can be read, clocks, disks, the live twin, and a Flink",
            "cluster that is named. Exits with 1 where something has to be done. Changes nothing."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  fabric-twin doctor                                    the data folder, and what runs on it",
            "  fabric-twin doctor --kafka-config kafka.properties --twin http://twin:8280 --flink jobmanager:8081"
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final String FLINK = "flink";
    private static final List<Column<Diagnosis>> COLUMNS = List.of(
            Column.text("check", Diagnosis::check),
            Column.text(
                    "state",
                    diagnosis ->
                            diagnosis.state().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
            Column.text("detail", Diagnosis::detail),
            Column.text("whatToDo", diagnosis -> diagnosis.whatToDo().isEmpty() ? null : diagnosis.whatToDo()));

    @Option(
            names = "--twin",
            paramLabel = "URL",
            description =
                    "Live twin to ask (default: http://127.0.0.1:" + UpCommand.DEFAULT_PORT + ", if one runs there).")
    private @Nullable URI twin;

    @Mixin
    private final OutputOptions outputOptions = new OutputOptions();

    @Mixin
    private final BrokerOptions brokerOptions = new BrokerOptions();

    @Mixin
    private final FlinkOptions flinkOptions = new FlinkOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<Diagnosis> diagnoses = new ArrayList<>();
        diagnoses.add(PlaceCheck.disk(brokerOptions.data()));
        lookAtBroker(diagnoses);
        URI named = twin;
        URI asked = named == null ? URI.create("http://127.0.0.1:" + UpCommand.DEFAULT_PORT) : named;
        diagnoses.add(PlaceCheck.twin(asked, named != null));
        diagnoses.add(HostClocksCheck.of(asked));
        diagnoses.add(flink());
        Table.print(spec.commandLine().getOut(), outputOptions.output(), diagnoses, COLUMNS, "");
        return diagnoses.stream().anyMatch(diagnosis -> diagnosis.state() == Diagnosis.State.PROBLEM)
                ? ExitCodes.ANSWER_IS_NO
                : ExitCodes.FINE;
    }

    private void lookAtBroker(List<Diagnosis> diagnoses) {
        if (!brokerOptions.isNamed() && !Files.exists(brokerOptions.data())) {
            diagnoses.add(Diagnosis.notChecked(
                    KafkaCheck.KAFKA, "no broker is named, and there is no " + brokerOptions.data() + " yet"));
            return;
        }
        try (BrokerOptions.Broker broker = brokerOptions.openWithoutTopics();
                BrokerAdmin admin = BrokerAdmin.of(broker.access())) {
            KafkaCheck kafka = new KafkaCheck(admin, broker.access());
            diagnoses.add(kafka.kafka());
            diagnoses.add(checked(KafkaCheck.TOPICS, kafka::topics));
            diagnoses.add(checked(KafkaCheck.BROKER_DISKS, kafka::disks));
            LogCheck log = new LogCheck(broker.access(), Clock.systemUTC());
            diagnoses.add(checked(LogCheck.SCHEMAS, log::schemas));
            diagnoses.add(checked(LogCheck.CLOCKS, log::clocks));
        } catch (UnreachableException e) {
            diagnoses.add(Diagnosis.problem(KafkaCheck.KAFKA, e));
            for (String check :
                    List.of(KafkaCheck.TOPICS, KafkaCheck.BROKER_DISKS, LogCheck.SCHEMAS, LogCheck.CLOCKS)) {
                diagnoses.add(Diagnosis.notChecked(check, "no broker to ask"));
            }
        }
    }

    private static Diagnosis checked(String check, Supplier<Diagnosis> look) {
        try {
            return look.get();
        } catch (UnreachableException e) {
            return Diagnosis.problem(check, e);
        }
    }

    @SuppressWarnings("try") // That it opens is all there is to see.
    private Diagnosis flink() {
        if (!flinkOptions.isNamed()) {
            return Diagnosis.notChecked(FLINK, "jobs run in the process that asks; name a cluster with --flink");
        }
        try (Replays cluster = flinkOptions.open()) {
            return Diagnosis.fine(FLINK, "a cluster answers, has task slots, and reads the jobs of this build");
        } catch (ClusterUnavailableException e) {
            return Diagnosis.problem(FLINK, e);
        }
    }
}
