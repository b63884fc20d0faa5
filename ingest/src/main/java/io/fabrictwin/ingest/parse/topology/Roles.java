package io.fabrictwin.ingest.parse.topology;

import io.fabrictwin.model.event.DeviceKind;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a device is by the role that inventories give it. */
final class Roles {
    private static final Pattern SWITCH =
            Pattern.compile("(?i).*(switch|router|leaf|spine|core|tor\\b|aggregation|distribution|access).*");
    private static final Pattern HOST = Pattern.compile("(?i).*(server|host|compute|gpu|client|node).*");

    private Roles() {}

    /** Null: the role is another one, such as a firewall or a patch panel. */
    static @Nullable DeviceKind kind(String role) {
        return SWITCH.matcher(role).matches()
                ? DeviceKind.SWITCH
                : HOST.matcher(role).matches() ? DeviceKind.HOST : null;
    }
}
