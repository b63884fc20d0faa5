package io.fabrictwin.schemas.codec;

import io.fabrictwin.model.event.FabricEvent;
import java.util.Arrays;
import java.util.List;

/** Events to bytes and back. Thread-safe; instances are free and alike. */
public final class EventCodec {
    /** Most bytes of one encoded value. A full sweep of 100 000 ports fits; what is larger is not ours. */
    public static final int MAX_ENCODED_BYTES = RecordCodec.MAX_ENCODED_BYTES;

    private static final RecordCodec<FabricEvent> RECORDS = new RecordCodec<>("an event", types());

    /** The same event gives the same bytes. Throws IllegalArgumentException for text that is not Unicode, or an event that is too large. */
    public byte[] encode(FabricEvent event) {
        return RECORDS.encode(event);
    }

    /** Reads what any version ever shipped has written; else throws {@link UndecodableException}. */
    public FabricEvent decode(byte[] bytes) {
        return RECORDS.decode(bytes);
    }

    /** Fingerprint of the schema that wrote an encoded event, 16 hexadecimal digits. */
    public static String schemaFingerprint(byte[] encoded) {
        return RecordCodec.schemaFingerprint(encoded);
    }

    /** Fingerprint of all schemas that this build can read, 16 hexadecimal digits: it changes whenever one is added. */
    public static String schemaSet() {
        return RecordCodec.SCHEMAS.setFingerprint();
    }

    static List<Class<? extends FabricEvent>> types() {
        return Arrays.stream(FabricEvent.class.getPermittedSubclasses())
                .<Class<? extends FabricEvent>>map(type -> type.asSubclass(FabricEvent.class))
                .toList();
    }
}
