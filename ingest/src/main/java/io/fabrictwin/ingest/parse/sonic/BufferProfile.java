package io.fabrictwin.ingest.parse.sonic;

import org.jspecify.annotations.Nullable;

/**
 * How much buffer a priority group may use before it pauses.
 *
 * @param alpha 2 to the power of dynamic_th; null: not told
 * @param xoffBytes static_th; null: not told
 * @param reserveBytes size; null: not told
 * @param resumeOffsetBytes xon_offset; null: not told
 * @param headroomBytes xoff, which SONiC counts from the pause on; null: not told
 */
record BufferProfile(
        @Nullable Double alpha,
        @Nullable Long xoffBytes,
        @Nullable Long reserveBytes,
        @Nullable Long resumeOffsetBytes,
        @Nullable Long headroomBytes) {
    static final BufferProfile NOT_TOLD = new BufferProfile(null, null, null, null, null);
    /** Chips take exponents from -8 to 8; beyond this bound it is no exponent. */
    private static final int MAX_EXPONENT = 30;

    static BufferProfile of(Entry entry) throws RefusedException {
        Fields fields = new Fields(entry.fields());
        Integer exponent = fields.between("dynamic_th", -MAX_EXPONENT, MAX_EXPONENT);
        return new BufferProfile(
                exponent == null ? null : Math.scalb(1.0, exponent),
                fields.notNegative("static_th"),
                fields.notNegative("size"),
                fields.notNegative("xon_offset"),
                fields.notNegative("xoff"));
    }
}
