package io.fabrictwin.schemas;

import org.jspecify.annotations.Nullable;

/**
 * How a live source is doing, as its process last told. Its records are counted since the process started:
 * {@code read = accepted + ignored + rejected + duplicate + late}.
 *
 * @param name name of the live source
 * @param kind how it is read: tail, http
 * @param place where it is read: a path, an address
 * @param format name of the format, or auto
 * @param state what it does now, a few words for people
 * @param lag how much waits to be taken in; null: not known
 * @param lagUnit unit of {@code lag}: bytes, files, seconds
 * @param recordsPerSecond records taken in per second of late; null: not known yet
 * @param dropped what came in while there was no room, and could not be made to wait
 * @param lastError what last went wrong, one line for people; null: nothing
 * @param lastErrorTimeNs when that was, ns since 1970
 * @param lastRecordTimeNs when a record was last taken in, ns since 1970; null: none was
 * @param toldTimeNs when this was told, ns since 1970
 */
public record SourceState(
        String name,
        String kind,
        String place,
        String format,
        String state,
        @Nullable Long lag,
        String lagUnit,
        @Nullable Double recordsPerSecond,
        long read,
        long accepted,
        long ignored,
        long rejected,
        long duplicate,
        long late,
        long dropped,
        @Nullable String lastError,
        @Nullable Long lastErrorTimeNs,
        @Nullable Long lastRecordTimeNs,
        long toldTimeNs)
        implements SourceNote {
    @Override
    public String key() {
        return "state/" + name;
    }
}
