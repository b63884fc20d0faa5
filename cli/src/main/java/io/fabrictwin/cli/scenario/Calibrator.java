package io.fabrictwin.cli.scenario;

import io.fabrictwin.model.calibration.PastChange;
import io.fabrictwin.model.calibration.PastChanges;
import io.fabrictwin.model.scenario.Calibration;
import io.fabrictwin.model.scenario.Change;
import io.fabrictwin.model.scenario.Forecast;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets forecasts rest on past changes, where there are such. */
public final class Calibrator {
    private final @Nullable PastChanges past;

    private Calibrator(@Nullable PastChanges past) {
        this.past = past;
    }

    static Calibrator of(@Nullable Path file) {
        return new Calibrator(file == null ? null : CalibrationFile.read(file));
    }

    /** The past changes; empty where there are none. */
    public List<PastChange> pastChanges() {
        return past == null ? List.of() : past.changes();
    }

    /** The forecast of these changes, with intervals by past ones. */
    public Forecast calibrated(Forecast forecast, List<Change> changes) {
        return past == null ? forecast : new Calibration(past, changes).calibrated(forecast);
    }
}
