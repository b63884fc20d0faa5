package io.fabrictwin.model.gate;

import org.jspecify.annotations.Nullable;

/**
 * A quantity before and after the changes.
 *
 * @param base null: not known
 * @param fork null: not known
 * @param why what is not known is not known, for people; empty where both are
 */
record Reading(@Nullable Double base, @Nullable Double fork, String why) {
    static Reading of(@Nullable Double base, @Nullable Double fork, String why) {
        return new Reading(base, fork, base == null || fork == null ? why : "");
    }
}
