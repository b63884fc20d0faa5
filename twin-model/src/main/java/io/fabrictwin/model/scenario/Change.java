package io.fabrictwin.model.scenario;

import org.jspecify.annotations.Nullable;

/**
 * One edit that a person may try. All take effect at the scenario's base time. Names are not checked here but when the
 * change meets a frame.
 *
 * <p>A change is written {@code KEY@TARGET=VALUE}, as {@code fork --set} takes it: {@link #text()} prints that form and
 * {@link #parse} reads it. {@link ChangeKeys#all()} lists the keys.
 */
public sealed interface Change permits ChangeKey.Edit {
    /** The key whose value is set. */
    ChangeKey<?> key();

    /** What it is set for; null where the key stands for all. */
    @Nullable
    String target();

    /** The value, of the key's type. */
    Object value();

    /** The kind of edit, such as {@code set-ecn}: what past changes are compared by. */
    String name();

    /** As a person types it after {@code --set}. */
    String text();

    /** Reads a whole change, as {@link #text()} prints it; throws as {@link #parse(String, String)}. */
    static Change parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            throw ScenarioRefusedException.nonsense("change '" + text + "' has no value");
        }
        return parse(text.substring(0, equals), text.substring(equals + 1));
    }

    /** Reads {@code KEY@TARGET} and its value; throws a {@link ScenarioRefusedException} that says what would fit. */
    static Change parse(String key, String value) {
        int at = key.indexOf('@');
        return ChangeKeys.named(at < 0 ? key : key.substring(0, at))
                .parse(key, at < 0 ? null : key.substring(at + 1), value.strip());
    }

    /** A new job, which starts its first step at the base time and runs on. */
    static Change start(String job, ArrivingJob arriving) {
        return PlacementKeys.START.to(job, arriving);
    }
}
