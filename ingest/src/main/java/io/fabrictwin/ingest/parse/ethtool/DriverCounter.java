package io.fabrictwin.ingest.parse.ethtool;

import static io.fabrictwin.model.event.CounterName.CNP_RX;
import static io.fabrictwin.model.event.CounterName.LINK_DOWNED;
import static io.fabrictwin.model.event.CounterName.PFC_RX_FRAMES;
import static io.fabrictwin.model.event.CounterName.PFC_RX_PAUSED_NS;
import static io.fabrictwin.model.event.CounterName.PFC_TX_FRAMES;
import static io.fabrictwin.model.event.CounterName.PFC_TX_PAUSED_NS;
import static io.fabrictwin.model.event.CounterName.RX_BYTES;
import static io.fabrictwin.model.event.CounterName.RX_ERRORS;
import static io.fabrictwin.model.event.CounterName.RX_PACKETS;
import static io.fabrictwin.model.event.CounterName.SYMBOL_ERRORS;
import static io.fabrictwin.model.event.CounterName.TX_BYTES;
import static io.fabrictwin.model.event.CounterName.TX_DROPPED_PACKETS;
import static io.fabrictwin.model.event.CounterName.TX_PACKETS;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a driver's statistic counts. Each driver has names of its own; in all, rx pause means that this NIC was told to
 * stop.
 *
 * @param name in the words of the twin, or the driver's
 * @param priority of which priority; null: of the port
 * @param factor what the value is multiplied by, such as 1000 for microseconds
 * @param ofRing whether it is one ring's part of a total
 */
record DriverCounter(String name, @Nullable Integer priority, long factor, boolean ofRing) {
    private static final long NS_PER_US = 1_000;

    /** Names of the twin by what each driver calls it, the nearest to the wire first. */
    static final Map<String, List<String>> WHOLE_PORT = Map.ofEntries(
            Map.entry(
                    RX_BYTES,
                    List.of(
                            "rx_bytes_phy",
                            "port.rx_bytes",
                            "rx_bytes.nic",
                            "port_rx_bytes",
                            "octets_rx_all",
                            "octets_rx_ok",
                            "mac_rx_total_oct_num",
                            "rx_bytes")),
            Map.entry(
                    TX_BYTES,
                    List.of(
                            "tx_bytes_phy",
                            "port.tx_bytes",
                            "tx_bytes.nic",
                            "port_tx_bytes",
                            "octets_tx_total",
                            "octets_tx_ok",
                            "mac_tx_total_oct_num",
                            "tx_bytes")),
            Map.entry(
                    RX_PACKETS,
                    List.of(
                            "rx_packets_phy",
                            "port_rx_packets",
                            "frames_rx_all",
                            "frames_rx_ok",
                            "mac_rx_total_pkt_num",
                            "rx_total_frames",
                            "rx_packets")),
            Map.entry(
                    TX_PACKETS,
                    List.of(
                            "tx_packets_phy",
                            "port_tx_packets",
                            "frames_tx_all",
                            "frames_tx_ok",
                            "mac_tx_total_pkt_num",
                            "tx_total_frames",
                            "tx_packets")),
            Map.entry(
                    PFC_RX_FRAMES,
                    List.of(
                            "rx_global_pause",
                            "rx_pfc_frames",
                            "pfc_frames_received",
                            "frames_rx_pripause",
                            "rx_priority_pause_frames",
                            "rx_pause_ctrl_phy",
                            "mac_rx_pfc_pkt_num",
                            "port.link_xoff_rx",
                            "link_xoff_rx.nic",
                            "rx_pause_frames",
                            "port_rx_pause",
                            "rx_pause")),
            Map.entry(
                    PFC_TX_FRAMES,
                    List.of(
                            "tx_global_pause",
                            "tx_pfc_frames",
                            "pfc_frames_sent",
                            "frames_tx_pripause",
                            "tx_priority_pauseframes",
                            "tx_pause_ctrl_phy",
                            "mac_tx_pfc_pkt_num",
                            "port.link_xoff_tx",
                            "link_xoff_tx.nic",
                            "tx_pause_frames",
                            "tx_pauseframes",
                            "port_tx_pause",
                            "tx_pause")),
            Map.entry(
                    TX_DROPPED_PACKETS,
                    List.of(
                            "tx_discards_phy",
                            "tx_total_ring_discards",
                            "tx_stat_discard",
                            "hw_tx_dropped",
                            "tx_dropped")),
            Map.entry(
                    RX_ERRORS,
                    List.of("rx_errors", "rx_crc_errors_phy", "rx_crc_errors", "frames_rx_bad_all", "port_rx_bad")),
            Map.entry(SYMBOL_ERRORS, List.of("rx_symbol_err_phy", "rx_symbol_errors")),
            Map.entry(LINK_DOWNED, List.of("link_down_events_phy", "link_down_events")),
            Map.entry(
                    CNP_RX,
                    List.of("rx_cnp_handled", "rp_cnp_handled", "rx_rdma_cnp_pkts", "rx_cnp_packets", "rx_cnp_pkts")));

    private static final Pattern RING = Pattern.compile("(?:\\[\\d{1,4}]: ?"
            + "|[rt]xq?-?\\d{1,4}(?:[:._] ?|_)"
            + "|(?:queue|[rt]x_queue|[rt]xq|ch|ch_|veb\\.tc)_?\\d{1,4}_)(.*)");
    private static final Pattern WHOLE_RING = Pattern.compile("(rx|tx)?_?(bytes|packets|cnt|pkts)");

    private static final Pattern PRIORITY_FIRST = Pattern.compile(
            "(rx|tx)_prio(\\d)_(bytes|packets|pause|pause_duration|pause_transition|discards?|buf_discard|cong_discard|marked)(?:_phy)?");
    private static final Pattern XOFF =
            Pattern.compile("(?:port\\.)?(rx|tx)_priority_(\\d)_(xoff|xon)(?:_[rt]x)?(?:\\.nic)?");
    private static final Pattern PFC_FRAMES =
            Pattern.compile("(?:mac_)?(rx|tx)_pfc_(?:ena_frames_)?pri(\\d)(?:_pkt|_pkt_num|_frames|_packets)?");
    private static final Pattern PFC_TIME = Pattern.compile("pfc_pri(\\d)_(rx|tx)_(duration_us|transitions)");
    private static final Pattern TICKS = Pattern.compile("(rx|tx)_pripause_(\\d)_1us_count");
    private static final Pattern OF_PRIORITY = Pattern.compile("(?:frames_)?(rx|tx)_(bytes_|packets_)?prio?_?(\\d)");
    private static final Pattern ANY_PRIORITY =
            Pattern.compile(".*?(?:^|[_.])(?:pri|prio|priority|pfc)_?(\\d)(?:[_.].*|$)");
    private static final Pattern GLOBAL_TIME = Pattern.compile("(rx|tx)_global_pause_duration|(rx|tx)_pause_1us_count");

    /** What the statistic of that name counts. */
    static DriverCounter of(String raw) {
        Matcher ring = RING.matcher(raw);
        if (ring.matches()) {
            return ofRing(raw, ring.group(1));
        }
        Matcher matcher = PRIORITY_FIRST.matcher(raw);
        if (matcher.matches()) {
            return ofPriority(matcher.group(1), matcher.group(2), matcher.group(3));
        }
        matcher = XOFF.matcher(raw);
        if (matcher.matches()) {
            boolean isOff = matcher.group(3).equals("xoff");
            return isOff
                    ? ofPriority(matcher.group(1), matcher.group(2), "pause")
                    : plain(matcher.group(1) + "_xon", matcher.group(2));
        }
        matcher = PFC_FRAMES.matcher(raw);
        if (matcher.matches()) {
            return ofPriority(matcher.group(1), matcher.group(2), "pause");
        }
        matcher = PFC_TIME.matcher(raw);
        if (matcher.matches()) {
            return matcher.group(3).equals("transitions")
                    ? plain(matcher.group(2) + "_pause_transition", matcher.group(1))
                    : ofPriority(matcher.group(2), matcher.group(1), "pause_duration");
        }
        matcher = TICKS.matcher(raw);
        if (matcher.matches()) {
            return ofPriority(matcher.group(1), matcher.group(2), "pause_duration");
        }
        matcher = OF_PRIORITY.matcher(raw);
        if (matcher.matches()) {
            String what = "bytes_".equals(matcher.group(2)) ? "bytes" : "packets";
            return ofPriority(matcher.group(1), matcher.group(3), what);
        }
        matcher = GLOBAL_TIME.matcher(raw);
        if (matcher.matches()) {
            return new DriverCounter(
                    raw.startsWith("rx") ? PFC_RX_PAUSED_NS : PFC_TX_PAUSED_NS, null, NS_PER_US, false);
        }
        matcher = ANY_PRIORITY.matcher(raw);
        return matcher.matches() ? plain(raw, matcher.group(1)) : new DriverCounter(raw, null, 1, false);
    }

    private static DriverCounter plain(String name, String priority) {
        return new DriverCounter(name, Integer.valueOf(priority), 1, false);
    }

    private static DriverCounter ofPriority(String direction, String priority, String what) {
        boolean isReceived = direction.equals("rx");
        Integer number = Integer.valueOf(priority);
        return switch (what) {
            case "bytes" -> new DriverCounter(isReceived ? RX_BYTES : TX_BYTES, number, 1, false);
            case "packets" -> new DriverCounter(isReceived ? RX_PACKETS : TX_PACKETS, number, 1, false);
            case "pause" -> new DriverCounter(isReceived ? PFC_RX_FRAMES : PFC_TX_FRAMES, number, 1, false);
            case "pause_duration" ->
                new DriverCounter(isReceived ? PFC_RX_PAUSED_NS : PFC_TX_PAUSED_NS, number, NS_PER_US, false);
            default -> new DriverCounter(direction + "_" + what, number, 1, false);
        };
    }

    /** A ring's bytes and packets add up to the port's where the driver tells no total; the rest is the driver's own. */
    private static DriverCounter ofRing(String raw, String part) {
        Matcher matcher = WHOLE_RING.matcher(part);
        if (!matcher.matches()) {
            return new DriverCounter(raw, null, 1, true);
        }
        String told = matcher.group(1);
        String direction = told != null ? told : raw.startsWith("tx") ? "tx" : "rx";
        boolean isBytes = matcher.group(2).equals("bytes");
        String name = direction.equals("rx") ? (isBytes ? RX_BYTES : RX_PACKETS) : (isBytes ? TX_BYTES : TX_PACKETS);
        return new DriverCounter(name, null, 1, true);
    }
}
