package io.fabrictwin.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.schemas.codec.EventCodec;
import io.fabrictwin.schemas.codec.UndecodableException;
import io.fabrictwin.testkit.gen.EventGenerator;
import io.fabrictwin.testkit.gen.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventCodecProperties {
    private final EventCodec codec = new EventCodec();

    @Test
    void everyEventComesBackAsItWas() {
        Seeds.forAll(50, random -> {
            EventGenerator generator = new EventGenerator(random);
            for (Class<? extends FabricEvent> type : EventGenerator.types()) {
                FabricEvent event = generator.event(type);
                assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
            }
        });
    }

    @Test
    void equalEventsHaveEqualBytes() {
        Seeds.forAll(20, random -> {
            for (FabricEvent event : new EventGenerator(random).events(20)) {
                byte[] bytes = codec.encode(event);
                assertThat(codec.encode(codec.decode(bytes))).isEqualTo(bytes);
            }
        });
    }

    @Test
    void bytesThatAreCutShortAreRefused() {
        Seeds.forAll(20, random -> {
            for (FabricEvent event : new EventGenerator(random).events(10)) {
                byte[] bytes = codec.encode(event);
                int length = random.nextInt(bytes.length);
                refuses(Arrays.copyOf(bytes, length));
            }
        });
    }

    @Test
    void damagedBytesAreRefusedOrAnotherEvent() {
        Seeds.forAll(200, random -> {
            for (FabricEvent event : new EventGenerator(random).events(10)) {
                byte[] bytes = codec.encode(event);
                damage(bytes, random);
                FabricEvent decoded;
                try {
                    decoded = codec.decode(bytes);
                } catch (UndecodableException e) {
                    assertThat(e).hasMessageNotContaining("\n");
                    continue;
                }
                assertThat(codec.decode(codec.encode(decoded))).isEqualTo(decoded);
            }
        });
    }

    private void refuses(byte[] bytes) {
        FabricEvent decoded;
        try {
            decoded = codec.decode(bytes);
        } catch (UndecodableException e) {
            return;
        }
        fail("decoded to " + decoded);
    }

    private static void damage(byte[] bytes, Random random) {
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
    }
}
