package io.fabrictwin.ingest.parse.infiniband;

import java.util.Map;
import java.util.OptionalLong;

/**
 * Data rate of one lane by the name of its speed: the signalling rate less the line code (8b/10b up to QDR, 64b/66b for
 * FDR10, FDR and EDR; from HDR on the names are given to the data rate). A 4x link has four lanes.
 *
 * <table>
 * <caption>bits per second of a lane</caption>
 * <tr><td>SDR</td><td>2.0e9</td></tr>
 * <tr><td>DDR</td><td>4.0e9</td></tr>
 * <tr><td>QDR</td><td>8.0e9</td></tr>
 * <tr><td>FDR10</td><td>10.0e9</td></tr>
 * <tr><td>FDR</td><td>14.0625e9 x 64/66 = 13.636e9</td></tr>
 * <tr><td>EDR</td><td>25.0e9</td></tr>
 * <tr><td>HDR</td><td>50.0e9</td></tr>
 * <tr><td>NDR</td><td>100.0e9</td></tr>
 * <tr><td>XDR</td><td>200.0e9</td></tr>
 * </table>
 */
public final class LaneRate {
    private static final Map<String, Double> BITS_PER_SECOND = Map.of(
            "SDR", 2.0e9,
            "DDR", 4.0e9,
            "QDR", 8.0e9,
            "FDR10", 10.0e9,
            "FDR", 14.0625e9 * 64 / 66,
            "EDR", 25.0e9,
            "HDR", 50.0e9,
            "NDR", 100.0e9,
            "XDR", 200.0e9);

    private LaneRate() {}

    /** Rate of a link; empty: a speed that is not in the table. */
    public static OptionalLong ofLink(int lanes, String speed) {
        Double lane = BITS_PER_SECOND.get(speed);
        return lane == null ? OptionalLong.empty() : OptionalLong.of((long) (lanes * lane));
    }
}
