package io.fabrictwin.cli.log;

import io.fabrictwin.model.backtest.BackTestScore;
import io.fabrictwin.model.backtest.RunningScores;
import io.fabrictwin.schemas.BrokerAccess;
import io.fabrictwin.schemas.Topics;
import io.fabrictwin.schemas.codec.BackTestScoreCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How well past forecasts did, as the topic of back-tests has it. */
public final class ScoredPast {
    private ScoredPast() {}

    /**
     * Reads the scores.
     *
     * @param broker whose topic is read; null: none is asked, and nothing is known
     * @param teller told of scores that this version cannot read
     */
    public static RunningScores of(@Nullable BrokerAccess broker, Consumer<String> teller) {
        if (broker == null) {
            return RunningScores.NONE;
        }
        BackTestScoreCodec codec = new BackTestScoreCodec();
        SortedMap<String, BackTestScore> newest = new TreeMap<>();
        WholeTopic.read(broker, Topics.BACKTESTS, (key, value) -> {
            try {
                newest.put(key, codec.decode(value));
            } catch (UndecodableException e) {
                teller.accept("a score on " + Topics.BACKTESTS + " is left out: " + e.getMessage());
            }
        });
        return new RunningScores(newest.values());
    }
}
