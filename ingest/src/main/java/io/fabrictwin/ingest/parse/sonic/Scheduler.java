package io.fabrictwin.ingest.parse.sonic;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a queue is served.
 *
 * @param kind strict, dwrr or wrr; null: not told
 * @param weight share among the weighted queues; null: not told
 * @param bitsPerSecond upper limit; null: none is told in bytes
 */
record Scheduler(
        @Nullable String kind,
        @Nullable Integer weight,
        @Nullable Long bitsPerSecond) {
    private static final long BITS_PER_BYTE = 8;

    static Scheduler of(Entry entry) throws RefusedException {
        Fields fields = new Fields(entry.fields());
        String type = fields.text("type");
        boolean isInBytes = "bytes".equals(fields.text("meter_type"));
        return new Scheduler(
                type == null ? null : type.toLowerCase(Locale.ROOT),
                fields.between("weight", 0, Integer.MAX_VALUE),
                isInBytes ? fields.scaled("pir", BITS_PER_BYTE) : null);
    }
}
