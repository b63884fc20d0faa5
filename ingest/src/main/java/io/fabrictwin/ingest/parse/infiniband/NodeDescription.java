package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.EventMeta;
import io.fabrictwin.model.event.NicDiscovered;
import io.fabrictwin.model.id.DeviceId;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an adapter's description says of where it is: hosts write their name and that of the adapter into it
 * ({@code node17 mlx5_3}). It names the server of an adapter that is known by its GUID; it never identifies one.
 *
 * @param host the server
 * @param nic the adapter's name there
 */
public record NodeDescription(String host, String nic) {
    private static final Pattern HOST_AND_NIC = Pattern.compile(
            "([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?) (HCA-\\d{1,4}|mlx[45]_\\w{1,20}|ib[ps]\\w{1,20}|hfi1_\\d{1,4}|qib\\d{1,4})");
    /** Names of hosts that were never given one. */
    private static final Set<String> DEFAULT_HOSTS =
            Set.of("localhost", "ubuntu", "debian", "MT25408", "localhost.localdomain");

    /** Server and adapter; null: the description has not this form. */
    public static @Nullable NodeDescription of(@Nullable String description) {
        if (description == null) {
            return null;
        }
        Matcher matcher = HOST_AND_NIC.matcher(description.strip());
        return matcher.matches() && !DEFAULT_HOSTS.contains(matcher.group(1))
                ? new NodeDescription(matcher.group(1), matcher.group(2))
                : null;
    }

    /** The fact that the adapter is there. */
    public NicDiscovered discovered(EventMeta meta, String guid) {
        return new NicDiscovered(meta, new DeviceId(host), nic, null, guid, null, null, null, "IB");
    }
}
