package io.fabrictwin.ingest.app;

import io.fabrictwin.model.id.FabricId;
import org.jspecify.annotations.Nullable;

/**
 * How inputs are taken in.
 *
 * @param fabric the fabric of events that do not name their own
 * @param at time of what has none of its own, ns since 1970; null: when the file was last written
 */
public record IngestOptions(FabricId fabric, @Nullable Long at) {}
