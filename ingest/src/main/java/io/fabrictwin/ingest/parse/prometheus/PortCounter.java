package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.RejectCode;
import io.fabrictwin.ingest.parse.counter.Saturation;
import io.fabrictwin.ingest.parse.infiniband.Guid;
import io.fabrictwin.model.event.CounterName;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the samples of a series count, and on which port.
 *
 * <p>A host's RDMA port is named {@code mlx5_0:1} as NCCL does, its network interface by its own name, a port that a fabric
 * collector saw by the GUID and number it has in {@code ibnetdiscover}. A counter without a word in the twin keeps its
 * metric's name, with the labels that tell it from its siblings.
 *
 * @param host name of the host as the sample tells it; null: not told, the scrape's host is meant
 * @param device name of the device where it is no host's; null: it is the host's
 * @param port name of the port
 * @param priority of this priority only; null: not told
 * @param counter name of the counter
 * @param metric name of the metric
 * @param factor by which a value is multiplied
 * @param stem what it counts, where it is a counter of a subnet's management, which has a limit; null: it is none
 */
record PortCounter(
        @Nullable String host,
        @Nullable String device,
        String port,
        @Nullable Integer priority,
        String counter,
        String metric,
        long factor,
        @Nullable String stem) {
    /** Floats are exact up to here; a counter beyond is a rounded one. */
    private static final double MAX_EXACT = 0x1p53;

    private static final String TOTAL = "_total";
    private static final long WORD_BYTES = 4;
    private static final long NS_PER_US = 1_000;

    private static final Pattern FAMILY = Pattern.compile(
            "(node_infiniband_|node_network_|node_ethtool_|infiniband_switch_port_|infiniband_hca_port_|rdma_)(\\w+)");
    private static final Pattern ETHTOOL_PRIORITY =
            Pattern.compile("(received|transmitted|rx|tx)_prio(\\d)_(pause_duration|pause|bytes|packets)(?:_total)?");

    /** Labels that say where a sample was taken rather than what it counts. */
    private static final Set<String> PLACE_LABELS = Set.of(
            "device",
            "port",
            "guid",
            "switch",
            "hca",
            "netdev",
            "instance",
            "job",
            "cluster",
            "node",
            "host",
            "hostname",
            "pod",
            "namespace",
            "container",
            "service",
            "endpoint",
            "environment",
            "prometheus",
            "region",
            "zone",
            "rack");

    private static final Map<String, Map<String, String>> NAMES = Map.of(
            "node_infiniband_",
            Map.of(
                    "port_data_transmitted_bytes", CounterName.TX_BYTES,
                    "port_data_received_bytes", CounterName.RX_BYTES,
                    "port_packets_transmitted", CounterName.TX_PACKETS,
                    "port_packets_received", CounterName.RX_PACKETS,
                    "port_discards_transmitted", CounterName.TX_DROPPED_PACKETS,
                    "port_errors_received", CounterName.RX_ERRORS,
                    "port_transmit_wait", CounterName.TX_WAIT_TICKS,
                    "link_downed", CounterName.LINK_DOWNED,
                    "symbol_error", CounterName.SYMBOL_ERRORS),
            "node_network_",
            Map.of(
                    "transmit_bytes", CounterName.TX_BYTES,
                    "receive_bytes", CounterName.RX_BYTES,
                    "transmit_packets", CounterName.TX_PACKETS,
                    "receive_packets", CounterName.RX_PACKETS,
                    "transmit_drop", CounterName.TX_DROPPED_PACKETS,
                    "receive_errs", CounterName.RX_ERRORS),
            "infiniband_switch_port_",
            collectorNames(),
            "infiniband_hca_port_",
            collectorNames(),
            "rdma_",
            Map.of(
                    "port_xmit_data", CounterName.TX_BYTES,
                    "port_rcv_data", CounterName.RX_BYTES,
                    "port_xmit_packets", CounterName.TX_PACKETS,
                    "port_rcv_packets", CounterName.RX_PACKETS,
                    "port_xmit_discards", CounterName.TX_DROPPED_PACKETS,
                    "port_rcv_errors", CounterName.RX_ERRORS,
                    "port_xmit_wait", CounterName.TX_WAIT_TICKS,
                    "link_downed", CounterName.LINK_DOWNED,
                    "symbol_error", CounterName.SYMBOL_ERRORS,
                    "rp_cnp_handled", CounterName.CNP_RX));

    private static Map<String, String> collectorNames() {
        return Map.of(
                "transmit_data_bytes", CounterName.TX_BYTES,
                "receive_data_bytes", CounterName.RX_BYTES,
                "transmit_packets", CounterName.TX_PACKETS,
                "receive_packets", CounterName.RX_PACKETS,
                "transmit_discards", CounterName.TX_DROPPED_PACKETS,
                "receive_errors", CounterName.RX_ERRORS,
                "transmit_wait", CounterName.TX_WAIT_TICKS,
                "link_downed", CounterName.LINK_DOWNED,
                "symbol_error", CounterName.SYMBOL_ERRORS);
    }

    /** Whether the metric is of the families that count what ports do. */
    static boolean isOfFamily(String metric) {
        return FAMILY.matcher(metric).matches();
    }

    /** What a sample like this counts; null: nothing, it is a state or of no port. */
    static @Nullable PortCounter of(Sample sample) throws MalformedSampleException {
        Matcher matcher = FAMILY.matcher(sample.metric());
        if (!matcher.matches()) {
            return null;
        }
        String family = matcher.group(1);
        boolean isEthtool = family.equals("node_ethtool_");
        String stem = matcher.group(2);
        String device = sample.labels().get("device");
        String port = sample.labels().get("port");
        String guid = sample.labels().get("guid");
        boolean isCollector = family.startsWith("infiniband_");
        boolean isInterface = isEthtool || family.equals("node_network_");
        if (isEthtool ? stem.equals("info") : !stem.endsWith(TOTAL)) {
            return null;
        }
        if (!isEthtool) {
            stem = stem.substring(0, stem.length() - TOTAL.length());
        }
        if (isCollector ? guid == null || port == null : device == null || (!isInterface && port == null)) {
            if (family.equals("rdma_")) {
                // What the exporter counts of itself.
                return null;
            }
            throw new MalformedSampleException(
                    RejectCode.MISSING_FIELD,
                    "the sample names no port: label " + (isCollector ? "guid or port" : "device or port")
                            + " is missing");
        }
        String instance = sample.labels().get("instance");
        String host = instance == null || instance.isBlank() ? null : withoutPort(instance);
        String portName =
                isCollector ? String.valueOf(port) : isInterface ? String.valueOf(device) : device + ":" + port;
        if (!isName(portName) || (host != null && !isName(host))) {
            throw new MalformedSampleException(
                    RejectCode.BAD_VALUE, "the labels give port or host a name that is empty or not printable");
        }
        String collectorDevice = isCollector ? guidName(String.valueOf(guid)) : null;
        Matcher priorityMatcher = ETHTOOL_PRIORITY.matcher(stem);
        if (isEthtool && priorityMatcher.matches()) {
            boolean isReceived = priorityMatcher.group(1).startsWith("r");
            String what = priorityMatcher.group(3);
            return new PortCounter(
                    host,
                    null,
                    portName,
                    Integer.valueOf(priorityMatcher.group(2)),
                    priorityCounter(what, isReceived),
                    sample.metric(),
                    what.equals("pause_duration") ? NS_PER_US : 1,
                    null);
        }
        Integer priority = priority(sample);
        String pause =
                family.equals("rdma_") ? pauseCounter(stem, sample.labels().get("direction")) : null;
        if (pause != null) {
            long factor = stem.endsWith("duration") ? NS_PER_US : 1;
            return new PortCounter(host, null, portName, priority, pause, sample.metric(), factor, null);
        }
        String known = NAMES.getOrDefault(family, Map.of()).get(stem);
        long factor = family.equals("rdma_") && (stem.equals("port_xmit_data") || stem.equals("port_rcv_data"))
                ? WORD_BYTES
                : 1;
        return new PortCounter(
                host,
                collectorDevice,
                portName,
                priority,
                known == null ? rawName(sample, priority) : known,
                sample.metric(),
                factor,
                isInterface ? null : stem);
    }

    /** Whether a label's value can name something: it is not blank and has no control character. */
    static boolean isName(String text) {
        return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
    }

    private static String guidName(String guid) throws MalformedSampleException {
        try {
            return Guid.name(guid);
        } catch (NumberFormatException e) {
            throw new MalformedSampleException(RejectCode.BAD_VALUE, "label guid '" + guid + "' is not a GUID");
        }
    }

    private static @Nullable Integer priority(Sample sample) {
        String priority = sample.labels().get("priority");
        return priority != null && priority.matches("\\d") ? Integer.valueOf(priority) : null;
    }

    private static String priorityCounter(String what, boolean isReceived) {
        return switch (what) {
            case "pause" -> isReceived ? CounterName.PFC_RX_FRAMES : CounterName.PFC_TX_FRAMES;
            case "pause_duration" -> isReceived ? CounterName.PFC_RX_PAUSED_NS : CounterName.PFC_TX_PAUSED_NS;
            case "bytes" -> isReceived ? CounterName.RX_BYTES : CounterName.TX_BYTES;
            default -> isReceived ? CounterName.RX_PACKETS : CounterName.TX_PACKETS;
        };
    }

    private static @Nullable String pauseCounter(String stem, @Nullable String direction) {
        if (direction == null) {
            return null;
        }
        boolean isReceived = direction.equals("rx");
        return switch (stem) {
            case "roce_pfc_pause_frames" -> isReceived ? CounterName.PFC_RX_FRAMES : CounterName.PFC_TX_FRAMES;
            case "roce_pfc_pause_duration" -> isReceived ? CounterName.PFC_RX_PAUSED_NS : CounterName.PFC_TX_PAUSED_NS;
            default -> null;
        };
    }

    private static String rawName(Sample sample, @Nullable Integer priority) {
        Map<String, String> telling = new TreeMap<>(sample.labels());
        telling.keySet().removeAll(PLACE_LABELS);
        if (priority != null) {
            telling.remove("priority");
        }
        if (telling.isEmpty()) {
            return sample.metric();
        }
        StringBuilder name = new StringBuilder(sample.metric()).append('{');
        telling.forEach((label, value) -> {
            name.append(name.charAt(name.length() - 1) == '{' ? "" : ",");
            name.append(label).append("=\"").append(value).append('"');
        });
        return name.append('}').toString();
    }

    /** The value as a count; null: it is none, or not known. */
    @Nullable
    Long valueOf(double value) throws MalformedSampleException {
        if (Double.isNaN(value)) {
            return null;
        }
        if (value < 0) {
            throw new MalformedSampleException(RejectCode.OUT_OF_RANGE, "counter " + metric + " is negative: " + value);
        }
        if (value > MAX_EXACT || value != Math.rint(value)) {
            return null;
        }
        long whole = (long) value;
        boolean isAtLimit = whole == Saturation.MAX_32_BIT || (stem != null && Saturation.isAtLimit(stem, whole));
        return isAtLimit ? null : Long.valueOf(whole * factor);
    }

    /** The host of {@code host:9100}. */
    static String withoutPort(String instance) {
        int colon = instance.lastIndexOf(':');
        boolean isPort = colon > 0 && instance.substring(colon + 1).matches("\\d{1,5}");
        boolean isBareAddress = instance.indexOf(':') != colon && !instance.startsWith("[");
        return isPort && !isBareAddress ? instance.substring(0, colon) : instance;
    }
}
