package io.fabrictwin.cli.fork;

import io.fabrictwin.cli.BadDataException;
import io.fabrictwin.cli.embedded.BrokerOptions;
import io.fabrictwin.cli.embedded.FlinkOptions;
import io.fabrictwin.cli.log.ScoredPast;
import io.fabrictwin.ingest.app.FileReport;
import io.fabrictwin.ingest.app.FormatChoice;
import io.fabrictwin.ingest.app.IngestListener;
import io.fabrictwin.ingest.app.IngestOptions;
import io.fabrictwin.ingest.app.Ingestion;
import io.fabrictwin.ingest.publish.BrokerWait;
import io.fabrictwin.ingest.recording.LabRecording;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.model.scenario.Forecast;
import io.fabrictwin.replay.Replays;
import io.fabrictwin.replay.job.ForkRequest;
import io.fabrictwin.replay.job.ForkResult;
import io.fabrictwin.replay.source.LogEnd;
import io.fabrictwin.replay.source.LogSource;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/** The whole road of a recording: ingest, Kafka, Flink. */
final class KafkaRoad implements AutoCloseable {
    private final BrokerOptions.Broker broker;
    private final Replays replays;
    private final RunningScores scores;

    private KafkaRoad(BrokerOptions.Broker broker, Replays replays, RunningScores scores) {
        this.broker = broker;
        this.replays = replays;
        this.scores = scores;
    }

    static KafkaRoad open(BrokerOptions brokerOptions, FlinkOptions flinkOptions, Consumer<String> teller) {
        BrokerOptions.Broker broker = brokerOptions.open();
        try {
            RunningScores scores = ScoredPast.of(broker.access(), teller);
            return new KafkaRoad(broker, flinkOptions.open(), scores);
        } catch (RuntimeException e) {
            broker.close();
            throw e;
        }
    }

    /** Publishes the recording, unless it is in the log, and answers its question from there. */
    Forecast forecast(RecordingFold fold) {
        FileReport report = new Ingestion(Clock.systemUTC())
                .publish(
                        FormatChoice.of(new LabRecording()),
                        List.of(fold.folder()),
                        new IngestOptions(fold.fabric(), RecordingFold.START_NS),
                        broker.access(),
                        BrokerWait.NONE,
                        IngestListener.NONE)
                .get(0);
        if (report.accepted() + report.late() + report.duplicate() == 0) {
            throw new BadDataException(fold.folder() + ": " + report.reason());
        }
        ForkResult.Answer answer = replays.fork(new ForkRequest(
                        new LogSource.Broker(broker.access()),
                        fold.fabric(),
                        List.of(fold.scenario()),
                        null,
                        null,
                        LogEnd.NOW,
                        null))
                .answers()
                .get(0);
        Forecast forecast = answer.forecast();
        if (forecast == null) {
            throw new BadDataException(fold.folder() + ": " + answer.refusal());
        }
        return scores.beside(forecast);
    }

    @Override
    public void close() {
        replays.close();
        broker.close();
    }
}
