package io.fabrictwin.ingest.synth;

import io.fabrictwin.model.id.DeviceId;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair between two ranks and the path that the switches chose for it.
 *
 * @param spine the spine that it crosses; null: both ranks are on one leaf
 */
record Connection(
        SyntheticJob job,
        int source,
        int destination,
        int sourcePort,
        int destinationPort,
        @Nullable DeviceId spine) {
    private static final int ROCE_PORT = 4791;
    private static final int FIRST_SOURCE_PORT = 0xC000;
    private static final int SOURCE_PORTS = 0x4000;

    /** Source ports and paths are drawn, as a switch's hash of them is as good as drawn. */
    static Connection drawn(SyntheticJob job, int source, int destination, SplittableRandom random) {
        int sourcePort = FIRST_SOURCE_PORT + random.nextInt(SOURCE_PORTS);
        DeviceId spine = Layout.spine(random.nextInt(Layout.SPINES));
        boolean isLocal = job.leaf(source).equals(job.leaf(destination));
        return new Connection(job, source, destination, sourcePort, ROCE_PORT, isLocal ? null : spine);
    }

    List<DeviceId> path() {
        List<DeviceId> path = new ArrayList<>();
        path.add(job.ranks().get(source));
        path.add(job.leaf(source));
        if (spine != null) {
            path.add(spine);
            path.add(job.leaf(destination));
        }
        path.add(job.ranks().get(destination));
        return path;
    }
}
