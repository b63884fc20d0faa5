package io.fabrictwin.replay.history;

import io.fabrictwin.replay.operator.Assembly;

/**
 * A fold of a log.
 *
 * @param assembly what was folded
 * @param provenance what it was folded from
 */
public record FoldedHistory(Assembly assembly, Provenance provenance) {}
