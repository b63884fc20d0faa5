package io.fabrictwin.replay.operator;

/**
 * A part of what happened in one step of a replay.
 *
 * @param step as {@link FrameSteps} count
 */
public record SteppedPart(long step, FoldedPart part) {}
