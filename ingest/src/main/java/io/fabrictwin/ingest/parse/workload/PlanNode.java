package io.fabrictwin.ingest.parse.workload;

import io.fabrictwin.model.event.CollectiveOperation;
import org.jspecify.annotations.Nullable;

/**
 * A node of an execution trace that is used as a plan.
 *
 * @param name as the trace has it; null: not told
 * @param isCompute whether it computes on an accelerator
 * @param computeNs how long it computes; null: not told
 * @param operation what it communicates; null: it does not, or nothing tells what
 * @param bytes how much it communicates; null: not told
 * @param group whom it communicates with; null: not told
 */
public record PlanNode(
        @Nullable String name,
        boolean isCompute,
        @Nullable Long computeNs,
        @Nullable CollectiveOperation operation,
        @Nullable Long bytes,
        @Nullable String group) {}
