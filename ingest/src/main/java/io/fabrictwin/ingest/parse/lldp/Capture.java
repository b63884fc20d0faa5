package io.fabrictwin.ingest.parse.lldp;

import io.fabrictwin.ingest.parse.Input;
import io.fabrictwin.ingest.parse.InputName;
import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.reading.Facts;
import io.fabrictwin.model.id.DeviceId;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.ZipException;

/** Reads a capture file of the classic form. */
final class Capture {
    private static final int MICROSECONDS = 0xa1b2c3d4;
    private static final int NANOSECONDS = 0xa1b23c4d;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int FRAME_HEADER_BYTES = 16;
    /** No link carries longer frames; a greater length is damage. */
    private static final int MAX_FRAME_BYTES = 1 << 18;

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;
    private static final int ETHERTYPE_AT = 12;
    private static final int LLDP = 0x88cc;
    private static final int VLAN = 0x8100;

    private final Input input;
    private final Sink sink;
    private final DeviceId unnamed;

    Capture(Input input, Sink sink) {
        this.input = input;
        this.sink = sink;
        this.unnamed = new DeviceId(InputName.plain(input));
    }

    /** Whether the bytes begin like a capture file. */
    static boolean isCapture(byte[] bytes) {
        if (bytes.length < FILE_HEADER_BYTES) {
            return false;
        }
        int magic = ByteBuffer.wrap(bytes).getInt();
        return isMagic(magic) || isMagic(Integer.reverseBytes(magic));
    }

    private static boolean isMagic(int magic) {
        return magic == MICROSECONDS || magic == NANOSECONDS;
    }

    /** Whether one of the first frames is of LLDP. */
    static boolean hasLldp(byte[] bytes) {
        ByteOrder order = isMagic(ByteBuffer.wrap(bytes).getInt()) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
        int at = FILE_HEADER_BYTES;
        while (at + FRAME_HEADER_BYTES + ETHERTYPE_AT + 2 <= bytes.length) {
            int length = buffer.getInt(at + 8);
            if (length < 0 || length > MAX_FRAME_BYTES) {
                return false;
            }
            int type = at + FRAME_HEADER_BYTES + ETHERTYPE_AT;
            if ((bytes[type] & 0xff) == 0x88 && (bytes[type + 1] & 0xff) == 0xcc) {
                return true;
            }
            at += FRAME_HEADER_BYTES + length;
        }
        return false;
    }

    void read() throws IOException {
        long record = 0;
        byte[] header = new byte[FRAME_HEADER_BYTES];
        try (DataInputStream in = new DataInputStream(open())) {
            byte[] file = in.readNBytes(FILE_HEADER_BYTES);
            if (!isCapture(file)) {
                reject(record, RejectCode.MALFORMED, "the input does not begin like a capture file", file);
                return;
            }
            int magic = ByteBuffer.wrap(file).getInt();
            ByteOrder order = isMagic(magic) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            boolean isNs = magic == NANOSECONDS || Integer.reverseBytes(magic) == NANOSECONDS;
            while (true) {
                int first = in.read();
                if (first < 0) {
                    return;
                }
                header[0] = (byte) first;
                in.readFully(header, 1, FRAME_HEADER_BYTES - 1);
                ByteBuffer told = ByteBuffer.wrap(header).order(order);
                int length = told.getInt(8);
                if (length < 0 || length > MAX_FRAME_BYTES) {
                    reject(record, RejectCode.MALFORMED, "the frame's length " + length + " is none", header);
                    return;
                }
                byte[] frame = new byte[length];
                in.readFully(frame);
                long seconds = Integer.toUnsignedLong(told.getInt(0));
                long fraction = Integer.toUnsignedLong(told.getInt(4)) * (isNs ? 1 : NS_PER_US);
                frame(record++, frame, seconds * NS_PER_SECOND + fraction);
            }
        } catch (EOFException | ZipException e) {
            reject(record, RejectCode.TRUNCATED, "the input ends within a frame", header);
        }
    }

    private InputStream open() throws IOException {
        return new java.io.BufferedInputStream(input.open());
    }

    private void reject(long record, RejectCode code, String reason, byte[] raw) {
        sink.rejected(record, "frame " + (record + 1), code, reason, raw);
    }

    private void frame(long record, byte[] frame, long timeNs) {
        String place = "frame " + (record + 1);
        int at = ETHERTYPE_AT;
        if (type(frame, at) == VLAN) {
            at += 4;
        }
        if (type(frame, at) != LLDP) {
            sink.ignored(record, place);
            return;
        }
        Neighbour neighbour = new Neighbour();
        String damage = Elements.read(frame, at + 2, neighbour);
        Facts facts = new Facts(input.context(), record, timeNs);
        neighbour.tell(unnamed, facts, sink);
        if (damage != null && facts.isEmpty()) {
            sink.rejected(record, place, RejectCode.MALFORMED, damage, frame);
            return;
        }
        if (damage != null) {
            sink.unread("frame with a damaged element");
        }
        sink.accepted(record, place, facts.isEmpty() ? List.of() : facts.events());
    }

    private static int type(byte[] frame, int at) {
        return at + 2 > frame.length ? -1 : ((frame[at] & 0xff) << 8) | (frame[at + 1] & 0xff);
    }
}
