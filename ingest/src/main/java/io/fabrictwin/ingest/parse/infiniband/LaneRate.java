package io.fabrictwin.ingest.parse.infiniband;

import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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

    /** Names of speeds by the signalling rate of a lane in Gb/s, as tools print it, in full or cut to whole numbers. */
    private static final Map<String, String> SPEEDS = Map.ofEntries(
            Map.entry("2.5", "SDR"),
            Map.entry("5", "DDR"),
            Map.entry("5.0", "DDR"),
            Map.entry("10", "QDR"),
            Map.entry("10.0", "QDR"),
            Map.entry("10.3125", "FDR10"),
            Map.entry("14", "FDR"),
            Map.entry("14.0625", "FDR"),
            Map.entry("25", "EDR"),
            Map.entry("25.78125", "EDR"),
            Map.entry("50", "HDR"),
            Map.entry("53.125", "HDR"),
            Map.entry("100", "NDR"),
            Map.entry("106.25", "NDR"),
            Map.entry("200", "XDR"),
            Map.entry("212.5", "XDR"));

    private LaneRate() {}

    /** Name of a speed that is told as the signalling rate of a lane in Gb/s; null: it is none that is known. */
    public static @Nullable String speed(String gigabitsPerSecond) {
        return SPEEDS.get(gigabitsPerSecond);
    }

    /** Rate of a link; empty: a speed that is not in the table. */
    public static OptionalLong ofLink(int lanes, String speed) {
        Double lane = BITS_PER_SECOND.get(speed);
        return lane == null ? OptionalLong.empty() : OptionalLong.of((long) (lanes * lane));
    }
}
