package io.fabrictwin.streams.peer;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.frame.FabricFrame;
import io.fabrictwin.model.frame.Positions;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.model.state.Fold;
import io.fabrictwin.streams.query.TwinCut;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A log of made-up events in four partitions, and the plain fold of it. */
final class SampleLog {
    static final int PARTITIONS = 4;
    private static final String TOPIC = "fabric.telemetry";

    private final List<List<FabricEvent>> partitions = new ArrayList<>();

    SampleLog(Random random, int events) {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            partitions.add(new ArrayList<>());
        }
        new EventGenerator(random)
                .events(events)
                .forEach(event -> partitions
                        .get(Math.floorMod(event.key().hashCode(), PARTITIONS))
                        .add(event));
    }

    List<FabricEvent> partition(int number) {
        return partitions.get(number);
    }

    Positions ends() {
        Map<Positions.Partition, Long> ends = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ends.put(name(partition), (long) partitions.get(partition).size());
        }
        return new Positions(new TreeMap<>(ends));
    }

    static Positions.Partition name(int partition) {
        return new Positions.Partition(TOPIC, partition);
    }

    /** The states of all fabrics at positions. */
    Map<EntityKey, EntityState> folded(Positions positions) {
        Map<EntityKey, EntityState> states = new HashMap<>();
        positions
                .nextOffsets()
                .forEach((partition, next) ->
                        Fold.applyAll(states, partitions.get(partition.number()).subList(0, (int) (long) next)));
        return states;
    }

    /** Digests of all fabrics at positions, by the plain fold. */
    Map<FabricId, String> digests(Positions positions) {
        Map<EntityKey, EntityState> states = folded(positions);
        Map<FabricId, String> digests = new TreeMap<>();
        FabricFrame.fabrics(states)
                .forEach(fabric -> digests.put(
                        fabric, FabricFrame.of(fabric, states, positions).digest()));
        return digests;
    }

    static Map<FabricId, String> digests(TwinCut cut) {
        Map<FabricId, String> digests = new TreeMap<>();
        cut.fabrics().forEach(fabric -> digests.put(fabric, cut.frame(fabric).digest()));
        return digests;
    }
}
