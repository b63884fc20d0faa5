package io.fabrictwin.model.gate;

/**
 * An assertion held against one job or port.
 *
 * @param subject the job or port
 * @param found what was found, or why it is unknown; for people
 */
public record Check(String subject, Outcome outcome, String found) {}
