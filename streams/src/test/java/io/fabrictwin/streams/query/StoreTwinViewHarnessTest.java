package io.fabrictwin.streams.query;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.streams.topology.TopologyHarness;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class StoreTwinViewHarnessTest extends TwinViewContract {
    @TempDir
    Path folder;

    private TopologyHarness harness;

    @Override
    TwinView after(List<FabricEvent> events) {
        close();
        harness = new TopologyHarness(folder.resolve("run" + System.nanoTime()));
        harness.pipe(events);
        return harness.view();
    }

    @AfterEach
    void close() {
        if (harness != null) {
            harness.close();
        }
    }
}
