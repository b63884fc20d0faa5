package io.fabrictwin.ingest.parse.nccl.words;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses of hosts and NICs in their shortest form, so that two spellings of one are equal. */
public final class Addresses {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]{2,39}(?:\\d{1,3}(?:\\.\\d{1,3}){3})?");
    private static final int GROUPS = 8;

    private Addresses() {}

    /** The address; null: the text is none. An IPv4 address that is written as an IPv6 one is an IPv4 address. */
    public static @Nullable String normal(String text) {
        int zone = text.indexOf('%');
        String plain = zone < 0 ? text : text.substring(0, zone);
        boolean isAddress = IPV4.matcher(plain).matches()
                || (plain.indexOf(':') >= 0 && IPV6.matcher(plain).matches());
        if (!isAddress) {
            return null;
        }
        try {
            // Numbers only: no name is looked up.
            InetAddress address = InetAddress.getByName(plain);
            return address instanceof Inet6Address ? shortest(address.getAddress()) : address.getHostAddress();
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** A GID as the library prints it: both halves as numbers whose bytes are in the order of the machine, which is reversed. */
    public static @Nullable String ofGid(String prefix, String identifier) {
        long high = Long.reverseBytes(Long.parseUnsignedLong(prefix, 16));
        long low = Long.reverseBytes(Long.parseUnsignedLong(identifier, 16));
        StringBuilder text = new StringBuilder();
        for (int group = 0; group < GROUPS; group++) {
            long half = group < GROUPS / 2 ? high : low;
            text.append(group == 0 ? "" : ":").append(Long.toHexString(half >>> (48 - 16 * (group % 4)) & 0xffff));
        }
        return normal(text.toString());
    }

    /** The longest run of at least two groups of zero is left out, as RFC 5952 asks. */
    private static String shortest(byte[] bytes) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
        }
        int longest = 1;
        int start = -1;
        for (int from = 0; from < GROUPS; from++) {
            int to = from;
            while (to < GROUPS && groups[to] == 0) {
                to++;
            }
            if (to - from > longest) {
                longest = to - from;
                start = from;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == start) {
                text.append("::");
                i += longest - 1;
            } else {
                boolean needsColon = !text.isEmpty() && text.charAt(text.length() - 1) != ':';
                text.append(needsColon ? ":" : "").append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString().toLowerCase(Locale.ROOT);
    }
}
