package io.fabrictwin.schemas;

import io.fabrictwin.model.id.SourceId;
import java.util.Arrays;
import java.util.Objects;

/**
 * How much of a followed file is in the log.
 *
 * @param name name of the live source
 * @param source the source that this generation of the file is; a file that was rotated is another
 * @param fileKey what the file system knows the file by, also after it was renamed
 * @param headBytes the first bytes of the file, at most {@link #MAX_HEAD_BYTES}
 * @param positionBytes how far the file was read
 * @param records records before this position are accounted for
 * @param begunAtNs when this generation was first seen, ns since 1970
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out, and compared by content
public record TailPosition(
        String name,
        SourceId source,
        String fileKey,
        byte[] headBytes,
        long positionBytes,
        long records,
        long begunAtNs)
        implements SourceNote {
    /** Most bytes of a file's beginning that are kept. */
    public static final int MAX_HEAD_BYTES = 256;

    public TailPosition {
        headBytes = Arrays.copyOf(headBytes, Math.min(headBytes.length, MAX_HEAD_BYTES));
    }

    @Override
    public String key() {
        return "tail/" + name;
    }

    @Override
    public byte[] headBytes() {
        return headBytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TailPosition that
                && name.equals(that.name)
                && source.equals(that.source)
                && fileKey.equals(that.fileKey)
                && Arrays.equals(headBytes, that.headBytes)
                && positionBytes == that.positionBytes
                && records == that.records
                && begunAtNs == that.begunAtNs;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, source, fileKey, Arrays.hashCode(headBytes), positionBytes, records, begunAtNs);
    }
}
