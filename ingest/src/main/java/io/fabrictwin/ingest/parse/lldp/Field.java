package io.fabrictwin.ingest.parse.lldp;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is told of a neighbour, whatever a system calls it. */
enum Field {
    LOCAL_PORT,
    CHASSIS,
    PORT,
    PORT_DESCRIPTION,
    SYSTEM_NAME,
    SYSTEM_DESCRIPTION,
    ADDRESS,
    CAPABILITIES;

    private static final Map<String, Field> BY_KEY = byKey();

    private static Map<String, Field> byKey() {
        Map<String, Field> byKey = new HashMap<>();
        put(
                byKey,
                LOCAL_PORT,
                "localportid",
                "localintf",
                "localinterface",
                "lportid",
                "lldplocalinterface",
                "localport");
        put(byKey, CHASSIS, "chassisid", "lldpremotechassisid", "remotechassisid");
        put(byKey, PORT, "portid", "lldpremoteportid", "remoteport", "interfaceid", "neighborport");
        put(byKey, PORT_DESCRIPTION, "portdescription", "portdescr", "portdesc", "lldpremoteportdescription");
        put(byKey, PORT_DESCRIPTION, "remoteportdescription", "interfacedescription");
        put(byKey, SYSTEM_NAME, "systemname", "sysname", "lldpremotesystemname", "remotesystemname", "neighbordevice");
        put(byKey, SYSTEM_DESCRIPTION, "systemdescription", "sysdescr", "sysdesc", "lldpremotesystemdescription");
        put(byKey, SYSTEM_DESCRIPTION, "remotesystemdescription");
        put(byKey, ADDRESS, "managementaddress", "mgmtip", "mgmtaddr", "managementip", "lldpremotemanagementaddress");
        put(byKey, CAPABILITIES, "enabledcapabilities", "systemcapabilitiesenabled", "enabledcapability", "capability");
        put(byKey, CAPABILITIES, "lldpremotesystemcapabilitiesenabled", "remotesystemenablecapab");
        return Map.copyOf(byKey);
    }

    private static void put(Map<String, Field> byKey, Field field, String... keys) {
        for (String key : keys) {
            byKey.put(key, field);
        }
    }

    /** The field of that name; null: another one, which the twin does not need. */
    static @Nullable Field of(String key) {
        return BY_KEY.get(key.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT));
    }
}
