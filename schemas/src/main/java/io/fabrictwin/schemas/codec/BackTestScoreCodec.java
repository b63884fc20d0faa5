package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.backtest.BackTestScore;
import java.util.List;

/** Scores of back-tests to bytes and back. Thread-safe; instances are free and alike. */
public final class BackTestScoreCodec {
    private static final RecordCodec<BackTestScore> RECORDS =
            new RecordCodec<>("a score of a back-test", List.of(BackTestScore.class));

    /** As {@link EventCodec#encode}. */
    public byte[] encode(BackTestScore score) {
        return RECORDS.encode(score);
    }

    /** As {@link EventCodec#decode}. */
    public BackTestScore decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }
}
