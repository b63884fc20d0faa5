package io.fabrictwin.streams.console;

import io.fabrictwin.streams.query.Shared;
import io.fabrictwin.streams.query.Sharing;
import io.javalin.http.Context;

/** The cut that a request is answered from: one for all of it, and how whole it is in the answer's header. */
final class Served {
    private static final String SHARED = Shared.class.getName();

    private Served() {}

    /** Fixes the cut of a request that has just come. */
    static void fix(Context context, Shared shared, long nowMs) {
        Sharing sharing = shared.sharing();
        context.attribute(SHARED, shared);
        context.header("Fabric-Twin-Instance", sharing.instance());
        context.header("Fabric-Twin-Complete", Boolean.toString(sharing.isComplete()));
        context.header("Fabric-Twin-Age-Ms", Long.toString(sharing.ageMs(nowMs)));
    }

    static Shared of(Context context) {
        Shared shared = context.attribute(SHARED);
        if (shared == null) {
            throw new IllegalStateException("the request has no cut");
        }
        return shared;
    }
}
