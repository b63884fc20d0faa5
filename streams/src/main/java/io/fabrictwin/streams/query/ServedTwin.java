package io.fabrictwin.streams.query;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.queue.QueuedScenario;
import io.fabrictwin.model.queue.ScenarioNote;
import io.fabrictwin.model.scenario.Forecast;
import java.util.List;

/** Everything that is served to people: the view, what was found and forecast, and the truth about the service itself. */
public interface ServedTwin extends TwinView {
    /** The cut that is served, and how whole it is. */
    Shared shared();

    @Override
    default TwinCut cut() {
        return shared().cut();
    }

    /** The other instances. */
    Peers peers();

    /** Present findings first. */
    List<Finding> findings();

    /** Newest first. */
    List<Forecast> forecasts();

    /** How good forecasts were, by the back-tests that were made. */
    List<BackTestScore> scores();

    /** What was asked of workers, in the order asked. */
    List<QueuedScenario> scenarios();

    /** Writes a note for workers; throws a {@link org.apache.kafka.common.KafkaException} where it does not get there. */
    void tell(ScenarioNote note);

    TwinStatus status();
}
