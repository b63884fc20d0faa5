package io.fabrictwin.model.detection;

import io.fabrictwin.model.frame.FabricFrame;

/** What every detection reads. */
record Context(FabricFrame frame, Windows windows, Surroundings surroundings) {
    Context(FabricFrame frame, Windows windows) {
        this(frame, windows, new Surroundings(frame));
    }

    /** Event time that the frame and the windows have reached, ns since 1970; 0 where both are empty. */
    long reachNs() {
        long reach = frame.eventTimeReachNs().orElse(0L);
        for (var samples : windows.counters().values()) {
            if (!samples.isEmpty()) {
                reach = Math.max(reach, samples.get(samples.size() - 1).eventTimeNs());
            }
        }
        return reach;
    }
}
