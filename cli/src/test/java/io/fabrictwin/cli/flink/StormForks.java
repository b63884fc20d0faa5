package io.fabrictwin.cli.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Scenario;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.codec.ForecastCodec;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** Many forks of the miniature recording, whose forecasts are published: work enough to fail in the midst of. */
final class StormForks {
    private static final int FORKS = 60;
    private static final long BASE_NS = 7_593_408;
    private static final long END_NS = 12_086_411;

    private StormForks() {}

    /** What another JVM runs: the broker's address, and the REST port of a cluster on this machine, if any. */
    public static void main(String[] arguments) {
        try (Replays replays =
                arguments.length == 1 ? Replays.start(2) : Replays.at("localhost", Integer.parseInt(arguments[1]))) {
            run(replays, BrokerAccess.plain(arguments[0])).forEach(System.out::println);
        }
    }

    /** The forecasts, each as its bytes in hexadecimal digits. */
    static List<String> run(Replays replays, BrokerAccess broker) {
        List<Scenario> scenarios = IntStream.range(0, FORKS)
                .mapToObj(fork -> new Scenario(
                        "fork " + fork,
                        BASE_NS,
                        BASE_NS,
                        END_NS,
                        List.of(Change.parse("link-rate@h0:leaf0", 25 + fork + "Gbit/s")),
                        fork))
                .toList();
        List<ForkResult.Answer> answers = replays.fork(new ForkRequest(
                        new LogSource.Broker(broker), new FabricId("storm"), scenarios, null, null, LogEnd.NOW, broker))
                .answers();
        assertThat(answers).extracting(ForkResult.Answer::scenario).isEqualTo(scenarios);
        return answers.stream()
                .map(answer -> HexFormat.of().formatHex(new ForecastCodec().encode(answer.forecast())))
                .toList();
    }
}
