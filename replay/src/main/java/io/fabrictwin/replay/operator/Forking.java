package io.fabrictwin.replay.operator;

import io.fabrictwin.model.id.FabricId;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.jspecify.annotations.Nullable;

/** Forks as a part of a job: folded parts and scenarios in, one answer of each scenario out. */
public final class Forking {
    /** Why nothing can be forked where nothing was read. */
    public static final String EMPTY_LOG =
            "the log holds no events yet; bring some in with: fabric-twin ingest FORMAT FILE";

    private Forking() {}

    /** Spreads the scenarios over all slots. The parts must have been folded up to the scenarios' base time; a
     * fabric need not be named where they tell of one. Forecasts say that they are of what was known at the given time. */
    public static DataStream<ScenarioAnswer> of(
            DataStream<FoldedPart> parts,
            DataStream<AskedScenario> scenarios,
            @Nullable FabricId fabric,
            @Nullable Long knownAtNs) {
        return parts.broadcast()
                .connect(scenarios.rebalance())
                .transform("fork", TypeInformation.of(ScenarioAnswer.class), new ForkOperator(fabric, knownAtNs));
    }
}
