package io.fabrictwin.schemas;

import io.fabrictwin.model.id.FabricId;
import io.fabrictwin.model.id.SourceId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
 * @param record position of the record in its source, from 0; null: not told
 * @param input name of the input, such as its path; null: not told
 * @param anchorTimeNs time of what has none of its own in the input, ns since 1970; null: not told
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
        long observedTimeNs,
        @Nullable Long record,
        @Nullable String input,
        @Nullable Long anchorTimeNs) {
    /** The code of a later message about the same record: replayed, it was understood; the reason tells what it became. */
    public static final String REPLAYED = "REPLAYED";

    private static final int ID_HEX_DIGITS = 10;

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

    /** Of something that is no record of an input taken in by the way of parsers. */
    public QuarantinedInput(
            FabricId fabric,
            SourceId source,
            String place,
            String code,
            String reason,
            byte[] rawBytes,
            long originalLengthBytes,
            long observedTimeNs) {
        this(fabric, source, place, code, reason, rawBytes, originalLengthBytes, observedTimeNs, null, null, null);
    }

    /** What a person calls it by: the same record of the same source has the same, however often it is taken in. */
    public String id() {
        String text = fabric + "\n" + source + "\n" + place + "\n" + record;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, ID_HEX_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The message that says, later in the topic, that this record was understood when it was replayed. */
    public QuarantinedInput replayed(String outcome, long atNs) {
        return new QuarantinedInput(
                fabric, source, place, REPLAYED, outcome, new byte[0], 0, atNs, record, input, anchorTimeNs);
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
                && observedTimeNs == that.observedTimeNs
                && Objects.equals(record, that.record)
                && Objects.equals(input, that.input)
                && Objects.equals(anchorTimeNs, that.anchorTimeNs);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                fabric,
                source,
                place,
                code,
                reason,
                Arrays.hashCode(rawBytes),
                originalLengthBytes,
                observedTimeNs,
                record,
                input,
                anchorTimeNs);
    }
}
