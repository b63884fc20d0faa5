package io.fabrictwin.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.event.JobTuned;
import io.fabrictwin.model.event.QueueObserved;
import io.fabrictwin.model.event.Swept;
import io.fabrictwin.model.id.JobId;
import io.fabrictwin.model.id.PortId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class EventCodecTest {
    private static final FabricEvent EVENT = Examples.events().get(0);

    private final EventCodec codec = new EventCodec();

    @Test
    void everyAvroReaderThatHasTheSchemaCanRead() throws IOException {
        for (FabricEvent event : Examples.events()) {
            Schema schema = RecordCodec.SCHEMAS.current(event.getClass());
            GenericRecord read =
                    new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema).decode(codec.encode(event));
            GenericRecord meta = (GenericRecord) read.get("meta");

            assertThat(meta.get("source")).hasToString("lab-recording/5f3a/köln");
            assertThat(meta.get("record")).isEqualTo(41L);
        }
    }

    @Test
    void refusesEveryBeginningOfAnEvent() {
        byte[] bytes = codec.encode(EVENT);
        for (int length = 0; length < bytes.length; length++) {
            byte[] beginning = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(beginning))
                    .isInstanceOf(UndecodableException.class)
                    .hasMessageStartingWith("truncated: ");
        }
    }

    @Test
    void refusesBytesAfterTheEnd() {
        byte[] bytes = codec.encode(EVENT);

        assertThatThrownBy(() -> codec.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("bytes are left after the end of DeviceDiscovered");
    }

    @Test
    void refusesWhatIsNotSingleObjectEncoded() {
        assertThatThrownBy(() -> codec.decode("just some text".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("not an event: the bytes do not start with the marker C3 01");
    }

    @Test
    void namesTheFingerprintItDoesNotKnow() {
        byte[] bytes = codec.encode(EVENT);
        Arrays.fill(bytes, 2, 10, (byte) 0x11);

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("written with a schema that this version does not know (fingerprint 1111111111111111)");
    }

    @Test
    void tellsAFindingFromAnEvent() {
        byte[] bytes = new FindingCodec().encode(Examples.finding());

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("not an event but Finding");
    }

    @Test
    void refusesWhatTheDomainRefuses() {
        // The last byte is the port count, 64, in zigzag form: 0x80 0x01. -64 is 0x7F.
        byte[] bytes = codec.encode(EVENT);
        byte[] negative = Arrays.copyOf(bytes, bytes.length - 1);
        negative[negative.length - 1] = 0x7F;

        assertThatThrownBy(() -> codec.decode(negative))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("DeviceDiscovered holds a value that is refused: DeviceDiscovered is refused: "
                        + "portCount -64 is negative");
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        byte[] bytes = codec.encode(new JobTuned(EVENT.meta(), new JobId("job"), null, null, "AB"));
        bytes[bytes.length - 1] = (byte) 0xFF;

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(UndecodableException.class)
                .hasMessageContaining("is not UTF-8");
    }

    @Test
    void keepsAReplacementCharacterThatWasInTheSource() {
        FabricEvent event = new JobTuned(EVENT.meta(), new JobId("job"), null, null, "A\uFFFDB \uD83D\uDE80");

        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }

    @Test
    void doesNotWriteHalfACharacter() {
        FabricEvent event = new JobTuned(EVENT.meta(), new JobId("job"), null, null, "A\uD83D");

        assertThatThrownBy(() -> codec.encode(event))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("half a character at position 1");
        assertThat(codec.decode(codec.encode(EVENT))).isEqualTo(EVENT);
    }

    @Test
    void bindsTheSizeOfAnEvent() {
        String name = "x".repeat(1024);
        FabricEvent event = new Swept(
                EVENT.meta(),
                null,
                new TreeSet<>(IntStream.range(0, 4096).mapToObj(i -> name + i).toList()));

        assertThatThrownBy(() -> codec.encode(event))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("more than the limit of 4194304");
        assertThatThrownBy(() -> codec.decode(new byte[EventCodec.MAX_ENCODED_BYTES + 1]))
                .isInstanceOf(UndecodableException.class)
                .hasMessage("4194305 bytes are more than the limit of 4194304 for an event");
    }

    @Test
    void aLengthThatIsALieTakesNoMemory() {
        byte[] bytes = codec.encode(new QueueObserved(EVENT.meta(), PortId.of("leaf", "Ethernet0"), null, null, null));
        // The fabric's name comes first; its length now claims 1 GiB.
        byte[] lie = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x08};
        System.arraycopy(lie, 0, bytes, 10, lie.length);

        assertThatThrownBy(() -> codec.decode(bytes))
                .isInstanceOf(UndecodableException.class)
                .hasMessageStartingWith("truncated: ");
    }

    @Test
    void threadsDoNotDisturbEachOther() throws Exception {
        List<FabricEvent> events = Examples.events();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<FabricEvent>>> tasks = IntStream.range(0, 40)
                    .<Callable<List<FabricEvent>>>mapToObj(i -> () -> events.stream()
                            .map(event -> codec.decode(codec.encode(event)))
                            .toList())
                    .toList();
            for (Future<List<FabricEvent>> result : threads.invokeAll(tasks)) {
                assertThat(result.get()).isEqualTo(events);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
