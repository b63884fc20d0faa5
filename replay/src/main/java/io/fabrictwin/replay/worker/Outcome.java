package io.fabrictwin.replay.worker;

import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.queue.ScenarioStage;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What came of a scenario.
 *
 * @param stage the last one
 * @param detail one line for people; empty where there is nothing to say
 * @param forecastKey key of the forecast in its topic; null: there is none
 * @param positions the cut of the log that was read; none where none was
 * @param undecodable records of it that could not be decoded
 */
public record Outcome(
        ScenarioStage stage, String detail, @Nullable String forecastKey, Positions positions, long undecodable) {
    private Outcome(ScenarioStage stage, String detail) {
        this(stage, detail, null, Positions.NONE, 0);
    }

    /** There is a forecast, from that cut of the log. */
    public static Outcome done(String forecastKey, Positions positions, long undecodable) {
        return new Outcome(ScenarioStage.DONE, "", forecastKey, positions, undecodable);
    }

    /** There is no answer to such a question, and this is why. */
    public static Outcome refused(String why) {
        return new Outcome(ScenarioStage.REFUSED, why);
    }

    /** The outcome of a run that is over, however it ended. */
    static Outcome of(Future<Outcome> over) {
        try {
            return over.get();
        } catch (CancellationException e) {
            return new Outcome(ScenarioStage.CANCELLED, "taken back");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            String message =
                    String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
            return new Outcome(ScenarioStage.FAILED, message);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Outcome(ScenarioStage.FAILED, "the worker was stopped");
        }
    }
}
