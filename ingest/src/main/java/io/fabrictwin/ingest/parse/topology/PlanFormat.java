package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.ingest.parse.Format;
import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.FabricEvent;
import java.io.IOException;
import java.util.Set;

/** What the formats of plans share. */
abstract class PlanFormat implements Format {
    private final String name;
    private final String emittedBy;
    private final Set<Class<? extends FabricEvent>> yields;

    PlanFormat(String name, String emittedBy, Set<Class<? extends FabricEvent>> yields) {
        this.name = name;
        this.emittedBy = emittedBy;
        this.yields = yields;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String emittedBy() {
        return emittedBy;
    }

    @Override
    public final Set<Class<? extends FabricEvent>> yields() {
        return yields;
    }

    @Override
    public final void parse(Input input, Sink sink) throws IOException {
        Plan plan = new Plan(input.context(), sink);
        read(input, plan);
        if (plan.records() == 0) {
            plan.ignore("document");
        }
    }

    /** Hands all entries of the input to the plan. */
    abstract void read(Input input, Plan plan) throws IOException;
}
