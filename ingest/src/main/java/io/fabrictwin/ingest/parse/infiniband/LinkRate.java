package io.fabrictwin.ingest.parse.infiniband;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rate of a link by its lanes and their speed.
 *
 * @param bitsPerSecond null: the speed is none that is known
 * @param widthAndSpeed as {@code 4x HDR}
 */
public record LinkRate(@Nullable Long bitsPerSecond, String widthAndSpeed) {
    private static final Pattern RATE = Pattern.compile("([0-9.]{1,12}) Gb/sec(?: \\((\\d{1,2})X (\\w{3,8})\\))?");
    private static final double BITS_PER_GIGABIT = 1e9;

    /** Of a width such as 4 and a speed by its name. */
    public static LinkRate named(String lanes, String speed) {
        OptionalLong rate = LaneRate.ofLink(Integer.parseInt(lanes), speed);
        return new LinkRate(rate.isPresent() ? Long.valueOf(rate.getAsLong()) : null, lanes + "x " + speed);
    }

    /** Of a width such as 4 and a speed by its name or as the signalling rate of a lane in Gb/s. */
    public static LinkRate signalled(String lanes, String speed) {
        String name = LaneRate.speed(speed);
        return named(lanes, name == null ? speed : name);
    }

    /**
     * As the kernel prints it, {@code 200 Gb/sec (4X HDR)}; null: it is not told, or is zero.
     *
     * @param isEthernet whether the speed in brackets is only the nearest that InfiniBand has
     */
    public static @Nullable Long ofKernel(String text, boolean isEthernet) {
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            return null;
        }
        if (!isEthernet && matcher.group(2) != null) {
            LinkRate rate = named(matcher.group(2), matcher.group(3));
            if (rate.bitsPerSecond() != null) {
                return rate.bitsPerSecond();
            }
        }
        try {
            long bitsPerSecond = Math.round(Double.parseDouble(matcher.group(1)) * BITS_PER_GIGABIT);
            return bitsPerSecond == 0 ? null : Long.valueOf(bitsPerSecond);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
