package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.id.DeviceId;
import org.jspecify.annotations.Nullable;

/** Addresses that the subnet manager gives: one of each adapter's port, one of each switch. */
public final class LocalIdentifier {
    /** The greatest that names one port; above are multicast groups. */
    public static final int MAX_UNICAST = 0xBFFF;

    private LocalIdentifier() {}

    /** The LID; null: the port has none (0 or beyond the greatest, as tools print for ports that are not set up). */
    public static @Nullable Integer of(@Nullable String text, int radix) {
        if (text == null || text.length() > 9) {
            return null;
        }
        return of(Integer.parseInt(text, radix));
    }

    /** The same of a number. */
    public static @Nullable Integer of(int number) {
        return number < 1 || number > MAX_UNICAST ? null : Integer.valueOf(number);
    }

    /** The device that bears a LID, where nothing else names it. */
    public static DeviceId device(int localIdentifier) {
        return new DeviceId("lid-" + localIdentifier);
    }
}
