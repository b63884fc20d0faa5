package io.fabrictwin.streams.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.detection.History;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.state.EntityKey;
import io.fabrictwin.model.state.EntityState;
import io.fabrictwin.streams.query.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three instances fold a log, hand partitions to each other and are lost, while one of them gathers: whatever it has at any
 * moment is the plain fold of the log at its positions, and once all answer it is all.
 */
class GatheringProperties {
    private static final int MOVES = 60;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsGatheredIsThePlainFoldAtItsPositions(long seed) throws IOException {
        Random random = new Random(seed);
        SampleLog log = new SampleLog(random, 300);
        Map<String, SampleInstance> instances = new HashMap<>();
        List<String> names = List.of("a:1", "b:1", "c:1");
        names.forEach(name -> instances.put(name, new SampleInstance("run" + name.charAt(0), log)));
        for (int partition = 0; partition < SampleLog.PARTITIONS; partition++) {
            instances.get(names.get(partition % 3)).takeOver(partition, 0);
        }
        Gathering gathering = new Gathering(() -> "a:1", instances.get("a:1").journal);
        Set<String> others = Set.of("b:1", "c:1");
        gathering.follow(others);
        Map<String, Part> told = new HashMap<>();
        long nowMs = 1_000;
        for (int move = 0; move < MOVES; move++) {
            nowMs += 100;
            int partition = random.nextInt(SampleLog.PARTITIONS);
            Optional<SampleInstance> owner = instances.values().stream()
                    .filter(instance -> instance.folds(partition))
                    .findFirst();
            switch (random.nextInt(6)) {
                case 0 ->
                    owner.ifPresent(from -> {
                        int next = from.next(partition);
                        from.giveUp(partition);
                        // Restored to the last commit, which may be some events ago.
                        instances
                                .get(names.get(random.nextInt(3)))
                                .takeOver(partition, Math.max(0, next - random.nextInt(5)));
                    });
                case 1 -> owner.ifPresent(from -> from.forgetOne(partition));
                case 2 -> gathering.miss("b:1", "does not answer");
                default -> owner.ifPresent(from -> from.fold(partition, 1 + random.nextInt(20)));
            }
            String asked = random.nextBoolean() ? "b:1" : "c:1";
            ask(gathering, asked, instances.get(asked), told, nowMs);
            Shared shared = gathering.gather(SampleLog.PARTITIONS, log.ends(), nowMs);
            assertThat(SampleLog.digests(shared.cut()))
                    .as("seed %d, move %d", seed, move)
                    .isEqualTo(log.digests(shared.cut().positions()));
        }
        for (SampleInstance instance : instances.values()) {
            for (int partition = 0; partition < SampleLog.PARTITIONS; partition++) {
                if (instance.folds(partition)) {
                    instance.fold(partition, Integer.MAX_VALUE / 2);
                }
            }
        }
        for (String other : others) {
            ask(gathering, other, instances.get(other), told, nowMs);
        }
        Shared shared = gathering.gather(SampleLog.PARTITIONS, log.ends(), nowMs);
        assertThat(shared.sharing().isComplete()).isTrue();
        assertThat(shared.cut().positions()).isEqualTo(log.ends());
        assertThat(shared.sharing().lagRecords().values()).containsOnly(0L);
        assertHistoryIsThatOfAll(shared, instances);
    }

    private static void ask(Gathering gathering, String name, SampleInstance asked, Map<String, Part> told, long nowMs)
            throws IOException {
        Optional<Part> answer = asked.answer(told.get(name));
        if (answer.isPresent()) {
            told.put(name, answer.get().withoutStates());
            gathering.accept(name, answer.get(), nowMs);
        } else {
            gathering.acceptSame(name, nowMs);
        }
    }

    private static void assertHistoryIsThatOfAll(Shared shared, Map<String, SampleInstance> instances) {
        Map<EntityKey, EntityState> windows = new HashMap<>();
        instances.values().forEach(instance -> windows.putAll(instance.windows()));
        for (FabricId fabric : shared.cut().fabrics()) {
            History expected = History.of(fabric, windows);
            History gathered = shared.cut().history(fabric);
            assertThat(gathered.counters().keySet())
                    .isEqualTo(expected.counters().keySet());
            gathered.counters()
                    .forEach((port, samples) -> assertThat(new ArrayList<>(samples))
                            .isEqualTo(new ArrayList<>(expected.counters().get(port))));
            assertThat(new TreeSet<>(gathered.windows(fabric).steps().keySet()))
                    .isEqualTo(new TreeSet<>(expected.windows(fabric).steps().keySet()));
        }
    }
}
