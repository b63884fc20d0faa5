package io.fabrictwin.ingest.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabrictwin.ingest.parse.EventContext;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import io.fabrictwin.testkit.gen.EventGenerator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventJsonProperties {
    private static final EventContext CONTEXT =
            new EventContext(new FabricId("other"), new SourceId("events", "other"), 1, 2);

    @Test
    void everyEventComesBackAsItWasWritten() throws EventJsonException {
        for (long seed = 0; seed < 60; seed++) {
            EventGenerator generator = new EventGenerator(new Random(seed));
            for (Class<? extends FabricEvent> type : EventGenerator.types()) {
                FabricEvent event = generator.event(type);
                String line = EventJson.write(event);
                assertThat(line).doesNotContain("\n");
                assertThat(EventJson.read(line, CONTEXT, 99))
                        .as("seed %s: %s", seed, line)
                        .isEqualTo(event);
            }
        }
    }

    @Test
    void aDamagedLineIsReadOrRefusedButNeverBreaksTheReader() {
        for (long seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            EventGenerator generator = new EventGenerator(random);
            StringBuilder line =
                    new StringBuilder(EventJson.write(generator.events(1).get(0)));
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                int at = random.nextInt(line.length());
                switch (random.nextInt(3)) {
                    case 0 -> line.deleteCharAt(at);
                    case 1 -> line.setCharAt(at, (char) (' ' + random.nextInt(95)));
                    default -> line.insert(at, "-9{}[]\",:e".charAt(random.nextInt(10)));
                }
            }
            try {
                EventJson.read(line.toString(), CONTEXT, 0);
            } catch (EventJsonException e) {
                assertThat(e).as("seed %s: %s", seed, line).hasMessageMatching("(?s).{3,}");
            }
        }
    }
}
