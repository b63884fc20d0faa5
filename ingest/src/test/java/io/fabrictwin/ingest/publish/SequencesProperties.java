package io.fabrictwin.ingest.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.model.event.Clock;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequencesProperties {
    @Test
    void knowsExactlyWhatWasAdded() {
        for (long seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Sequences sequences = new Sequences();
            Set<List<Object>> added = new HashSet<>();
            for (int i = 0; i < 1_000; i++) {
                EventMeta meta = meta(random);
                List<Object> identity = List.of(meta.source(), meta.record(), meta.index());
                assertThat(sequences.contains(meta))
                        .as("seed %s: %s", seed, meta)
                        .isEqualTo(added.contains(identity));
                if (random.nextBoolean()) {
                    assertThat(sequences.add(meta)).isEqualTo(added.add(identity));
                }
            }
        }
    }

    private static EventMeta meta(Random random) {
        long record = random.nextInt(10) == 0 ? Long.MAX_VALUE - random.nextInt(600) : random.nextInt(2_000);
        return new EventMeta(
                new FabricId("f"),
                new SourceId("events", "s" + random.nextInt(2)),
                record,
                random.nextInt(3),
                random.nextInt(100),
                0,
                Clock.SOURCE);
    }
}
