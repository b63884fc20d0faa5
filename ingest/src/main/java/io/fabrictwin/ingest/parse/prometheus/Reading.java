package io.fabrictwin.ingest.parse.prometheus;

import io.fabrictwin.ingest.parse.infiniband.Guid;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reading that is no counter of a port: of a GPU, a switch's parts, a rank, a rate.
 *
 * @param place what was read
 * @param name name of the reading: the metric with the labels that tell it from its siblings
 * @param isDcgm whether DCGM tells it, which has numbers for "not known"
 */
record Reading(Place place, String name, boolean isDcgm) {
    /** DCGM's blanks of 32 and 64 bits, and of floats, are these and a few above. */
    private static final double BLANK_32 = 2_147_483_632.0;

    private static final double BLANK_64 = 0x1p63 - 0x1p11;
    private static final double BLANK_FLOAT = 140_737_488_355_328.0;

    private static final Pattern FAMILY = Pattern.compile(
            "(?:XPU_TIMER|DCGM_FI|nccl|infiniband_switch|infiniband_hca|infiniband_port|interface|gpu|nic|eth|dev|amd)_\\w+"
                    + "|Port[A-Z]\\w+|Normalized_CBW");
    private static final List<String> HOST_LABELS = List.of("Hostname", "hostname", "node", "host", "source");
    private static final List<String> PORT_LABELS =
            List.of("port", "interface", "interface_name", "Port_Number", "netdev");
    private static final Set<String> PART_LABELS =
            Set.of("gpu", "fan", "psu", "power_supply", "sensor", "card", "gpu_id");
    private static final List<String> GUID_LABELS = List.of("guid", "node_guid", "Node_GUID", "port_guid");
    private static final Set<String> LEFT_OUT = Set.of(
            "instance",
            "job",
            "UUID",
            "container",
            "namespace",
            "pod",
            "switch",
            "hca",
            "modelName",
            "DCGM_FI_DRIVER_VERSION",
            "pci_bus_id",
            "device",
            "job_name",
            "pod_name",
            "ip",
            "rank",
            "local_rank",
            "version",
            "slurm_job_id");

    /**
     * What was read.
     *
     * @param host name of the host; null: the scrape's
     * @param port null: none
     * @param component part of it; null: the whole
     * @param job the job that the rank is of; null: no rank is meant
     * @param rank null: none
     * @param time as in the sample
     */
    record Place(
            @Nullable String host,
            @Nullable String port,
            @Nullable String component,
            @Nullable String job,
            @Nullable Integer rank,
            @Nullable Double time) {}

    /** Null: the sample is of no family that tells such readings. */
    static @Nullable Reading of(Sample sample) {
        if (!FAMILY.matcher(sample.metric()).matches() || sample.metric().endsWith("_info")) {
            return null;
        }
        SortedMap<String, String> labels = new TreeMap<>(sample.labels());
        labels.values().removeIf(value -> !PortCounter.isName(value));
        boolean isDcgm = sample.metric().startsWith("DCGM_");
        boolean isRank = sample.metric().startsWith("XPU_TIMER_");
        if (isRank) {
            String job = labels.get("job_name");
            String rank = labels.getOrDefault("rank", "");
            if (job == null || !rank.matches("\\d{1,8}")) {
                return null;
            }
            String host = labels.getOrDefault("pod_name", labels.get("ip"));
            Place place = new Place(host, null, null, job, Integer.valueOf(rank), sample.time());
            return new Reading(place, name(sample.metric(), labels), isDcgm);
        }
        String host = guid(take(labels, GUID_LABELS));
        String told = take(labels, HOST_LABELS);
        host = host == null ? told : host;
        String instance = labels.get("instance");
        host = host == null && instance != null ? PortCounter.withoutPort(instance) : host;
        String port = take(labels, PORT_LABELS);
        String part = partOf(labels);
        Place place = new Place(host, port, part, null, null, sample.time());
        return new Reading(place, name(sample.metric(), labels), isDcgm);
    }

    private static @Nullable String guid(@Nullable String text) {
        try {
            return text == null ? null : Guid.name(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Takes them all out; the first counts. */
    private static @Nullable String take(Map<String, String> labels, List<String> names) {
        String found = null;
        for (String name : names) {
            String value = labels.remove(name);
            found = found == null ? value : found;
        }
        return found;
    }

    private static @Nullable String partOf(Map<String, String> labels) {
        for (String name : List.copyOf(labels.keySet())) {
            if (PART_LABELS.contains(name)) {
                String value = labels.remove(name);
                boolean isNumber = value != null && value.matches("\\d+");
                return isNumber ? name + " " + value : value;
            }
        }
        return null;
    }

    private static String name(String metric, SortedMap<String, String> labels) {
        labels.keySet().removeAll(LEFT_OUT);
        return labels.isEmpty() ? metric : metric + labels;
    }

    /** The value as a reading; null: not known. */
    @Nullable
    Double valueOf(double value) {
        boolean isBlank = isDcgm
                && (value >= BLANK_64
                        || (value >= BLANK_32 && value <= BLANK_32 + 15)
                        || (value >= BLANK_FLOAT && value <= BLANK_FLOAT + 15));
        return !Double.isFinite(value) || isBlank ? null : Double.valueOf(value);
    }
}
