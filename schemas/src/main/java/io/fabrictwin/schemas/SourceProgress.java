package io.fabrictwin.schemas;

import io.fabrictwin.model.id.SourceId;
import org.jspecify.annotations.Nullable;

/**
 * How far a source has been taken in: where in the log its events lie. It is written before the first of them, and again
 * when all of them are there.
 *
 * @param begunAtMs time of the log (ms since 1970) before the first event; null: that of the message that holds this
 * @param isWhole whether all events were in the log when this was written; else more may follow
 */
public record SourceProgress(SourceId source, @Nullable Long begunAtMs, boolean isWhole) implements SourceNote {
    @Override
    public String key() {
        return "progress/" + source;
    }
}
