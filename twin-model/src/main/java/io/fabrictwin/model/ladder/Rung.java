package io.fabrictwin.model.ladder;

import java.util.List;
import java.util.function.Supplier;

/**
 * One rung of the ladder.
 *
 * @param id id in the ladder, such as {@code "V01"}
 * @param isCore whether the model is refused when this rung is out of band
 * @param title what is claimed, in one line
 * @param source where the expected values come from
 * @param checks runs the model; the same checks in the same order every time
 */
public record Rung(String id, boolean isCore, String title, String source, Supplier<List<Check>> checks) {}
