package io.fabrictwin.schemas;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.util.Arrays;
import java.util.Objects;

/**
 * A record of an input that could not be taken in, as it was found, with the reason.
 *
 * @param fabric the fabric that the input was meant for
 * @param source where the record came from
 * @param place where in the source it is, for people, such as line 12
 * @param code class of the reason, such as MALFORMED
 * @param reason what is wrong with it, one sentence for people
 * @param rawBytes the record as found; of a long one the first {@link #MAX_RAW_BYTES}
 * @param originalLengthBytes length of the whole record
 * @param observedTimeNs when it was taken in, ns since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out, and compared by content
public record QuarantinedInput(
        FabricId fabric,
        SourceId source,
        String place,
        String code,
        String reason,
        byte[] rawBytes,
        long originalLengthBytes,
        long observedTimeNs) {
    /** Most bytes that are kept of a record. */
    public static final int MAX_RAW_BYTES = 64 * 1024;

    public QuarantinedInput {
        if (originalLengthBytes < rawBytes.length) {
            throw new IllegalArgumentException("original length " + originalLengthBytes + " bytes is less than the "
                    + rawBytes.length + " bytes kept");
        }
        if (observedTimeNs < 0) {
            throw new IllegalArgumentException("observedTimeNs " + observedTimeNs + " is before 1970");
        }
        rawBytes = Arrays.copyOf(rawBytes, Math.min(rawBytes.length, MAX_RAW_BYTES));
    }

    /** The partition key: all rejects of a source, in order. */
    public String key() {
        return source.toString();
    }

    @Override
    public byte[] rawBytes() {
        return rawBytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QuarantinedInput that
                && fabric.equals(that.fabric)
                && source.equals(that.source)
                && place.equals(that.place)
                && code.equals(that.code)
                && reason.equals(that.reason)
                && Arrays.equals(rawBytes, that.rawBytes)
                && originalLengthBytes == that.originalLengthBytes
                && observedTimeNs == that.observedTimeNs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                fabric, source, place, code, reason, Arrays.hashCode(rawBytes), originalLengthBytes, observedTimeNs);
    }
}
