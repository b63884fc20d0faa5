package io.fabrictwin.ingest.parse.flow;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.FabricEvent;
import io.fabrictwin.model.id.DeviceId;
import io.fabrictwin.model.id.PortId;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The bytes of an input, and where its records go. */
final class Datagrams {
    /** Far more than any capture of one exchange. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int SHOWN_BYTES = 1 << 10;
    /** All interfaces of the device, or its own processor. */
    private static final long INTERNAL_INTERFACE = 0x3FFF_FFFFL;

    private final Input input;
    private final Sink sink;
    private long record;

    Datagrams(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
    }

    /** All bytes, as far as they can be read. */
    Bytes read() throws IOException {
        byte[] bytes;
        try (InputStream in = input.open()) {
            bytes = in.readNBytes(MAX_BYTES);
        } catch (EOFException | ZipException e) {
            return new Bytes(new byte[0]);
        }
        return new Bytes(bytes);
    }

    long record() {
        return record;
    }

    EventMeta meta(int index, @Nullable Long timeNs) {
        return input.context().meta(record, index, timeNs);
    }

    /** A device that does not tell its name. */
    DeviceId unnamed() {
        return new DeviceId(InputName.plain(input));
    }

    void accept(int offset, List<? extends FabricEvent> events) {
        sink.accepted(record++, place(offset), events);
    }

    void ignore(int offset) {
        sink.ignored(record++, place(offset));
    }

    void reject(int offset, RejectCode code, String reason, Bytes raw) {
        sink.rejected(record++, place(offset), code, reason, raw.shown(SHOWN_BYTES));
    }

    void unread(String what) {
        sink.unread(what);
    }

    /** A port by its number; null: unknown, internal, or several. */
    static @Nullable PortId port(DeviceId device, long number) {
        return number <= 0 || number >= INTERNAL_INTERFACE ? null : new PortId(device, String.valueOf(number));
    }

    private static String place(int offset) {
        return "byte " + offset;
    }
}
