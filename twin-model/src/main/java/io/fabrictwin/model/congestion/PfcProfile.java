package io.fabrictwin.model.congestion;

import org.jspecify.annotations.Nullable;

/**
 * Priority flow control by ingress accounting with a dynamic threshold: an ingress is paused once its shared bytes
 * reach {@code alpha} times the free shared buffer of its switch, or a static threshold, and resumed {@code
 * resumeOffsetBytes} below that.
 *
 * @param enabled whether switches pause their neighbours at all
 * @param alpha share of the free shared buffer that one ingress may hold
 * @param xoffBytes static threshold in place of the dynamic one; null: none
 * @param reserveBytes bytes of each ingress that do not count as shared
 * @param resumeOffsetBytes distance in bytes between pause and resume
 * @param headroomBytes bytes of each ingress for what is still in flight; null: three times rate times delay of the port
 */
public record PfcProfile(
        boolean enabled,
        double alpha,
        @Nullable Long xoffBytes,
        long reserveBytes,
        long resumeOffsetBytes,
        @Nullable Long headroomBytes) {
    public PfcProfile {
        Require.positive("alpha", alpha);
        if (xoffBytes != null) {
            Require.notNegative("xoffBytes", xoffBytes);
        }
        Require.notNegative("reserveBytes", reserveBytes);
        Require.notNegative("resumeOffsetBytes", resumeOffsetBytes);
        if (headroomBytes != null) {
            Require.notNegative("headroomBytes", headroomBytes);
        }
    }

    /** Pausing by the dynamic threshold. */
    public PfcProfile(
            boolean enabled, double alpha, long reserveBytes, long resumeOffsetBytes, @Nullable Long headroomBytes) {
        this(enabled, alpha, null, reserveBytes, resumeOffsetBytes, headroomBytes);
    }

    /** The same with its own threshold, or headroom; null leaves what is. */
    PfcProfile with(@Nullable Double ownAlpha, @Nullable Long ownHeadroomBytes) {
        return new PfcProfile(
                enabled,
                ownAlpha != null ? ownAlpha : alpha,
                xoffBytes,
                reserveBytes,
                resumeOffsetBytes,
                ownHeadroomBytes != null ? ownHeadroomBytes : headroomBytes);
    }
}
