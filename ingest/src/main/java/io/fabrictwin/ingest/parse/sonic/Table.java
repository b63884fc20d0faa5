package io.fabrictwin.ingest.parse.sonic;

import java.util.Map;
import java.util.Set;

/** The tables of CONFIG_DB that the twin models. */
final class Table {
    static final String DEVICE_METADATA = "DEVICE_METADATA";
    static final String PORT = "PORT";
    static final String CABLE_LENGTH = "CABLE_LENGTH";
    static final String DEVICE_NEIGHBOR = "DEVICE_NEIGHBOR";
    static final String QUEUE = "QUEUE";
    static final String WRED_PROFILE = "WRED_PROFILE";
    static final String PORT_QOS_MAP = "PORT_QOS_MAP";
    static final String BUFFER_POOL = "BUFFER_POOL";
    static final String BUFFER_PROFILE = "BUFFER_PROFILE";
    static final String BUFFER_PG = "BUFFER_PG";
    static final String BUFFER_QUEUE = "BUFFER_QUEUE";
    static final String SCHEDULER = "SCHEDULER";
    static final String PFC_WD = "PFC_WD";
    /** Its name up to 2018. */
    static final String PFC_WD_TABLE = "PFC_WD_TABLE";

    static final String PFC_TO_PG_MAP = "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP";

    /** Tables that hold maps, with the name the map has in the twin. */
    static final Map<String, String> QOS_MAPS = Map.ofEntries(
            Map.entry("DSCP_TO_TC_MAP", "dscp-to-traffic-class"),
            Map.entry("DOT1P_TO_TC_MAP", "dot1p-to-traffic-class"),
            Map.entry("MPLS_TC_TO_TC_MAP", "mpls-to-traffic-class"),
            Map.entry("TC_TO_QUEUE_MAP", "traffic-class-to-queue"),
            Map.entry("TC_TO_PRIORITY_GROUP_MAP", "traffic-class-to-priority-group"),
            Map.entry("TC_TO_DSCP_MAP", "traffic-class-to-dscp"),
            Map.entry("TC_TO_DOT1P_MAP", "traffic-class-to-dot1p"),
            Map.entry("MAP_PFC_PRIORITY_TO_QUEUE", "pfc-priority-to-queue"),
            Map.entry(PFC_TO_PG_MAP, "pfc-priority-to-priority-group"),
            Map.entry("DSCP_TO_FC_MAP", "dscp-to-forwarding-class"),
            Map.entry("EXP_TO_FC_MAP", "exp-to-forwarding-class"));

    private static final Set<String> OTHERS = Set.of(
            DEVICE_METADATA,
            PORT,
            CABLE_LENGTH,
            DEVICE_NEIGHBOR,
            QUEUE,
            WRED_PROFILE,
            PORT_QOS_MAP,
            BUFFER_POOL,
            BUFFER_PROFILE,
            BUFFER_PG,
            BUFFER_QUEUE,
            SCHEDULER,
            PFC_WD,
            PFC_WD_TABLE);

    private Table() {}

    static boolean isModelled(String table) {
        return OTHERS.contains(table) || QOS_MAPS.containsKey(table);
    }
}
