package io.fabrictwin.streams.query;

import io.fabrictwin.model.detection.Finding;
import io.fabrictwin.model.scenario.Forecast;
import java.util.List;

/** Everything that is served to people: the view, what was found and forecast, and the truth about the service itself. */
public interface ServedTwin extends TwinView {
    /** Present findings first. */
    List<Finding> findings();

    /** Newest first. */
    List<Forecast> forecasts();

    TwinStatus status();
}
