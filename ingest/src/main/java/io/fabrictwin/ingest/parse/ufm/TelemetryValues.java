package io.fabrictwin.ingest.parse.ufm;

import io.fabrictwin.ingest.parse.Sink;
import io.fabrictwin.ingest.parse.infiniband.Facts;
import io.fabrictwin.ingest.parse.infiniband.ManagementCounter;
import io.fabrictwin.model.event.CounterName;
import io.fabrictwin.model.event.GaugesObserved;
import io.fabrictwin.model.event.NameObserved;
import io.fabrictwin.model.event.NameScheme;
import io.fabrictwin.model.event.PortCountersObserved;
import io.fabrictwin.model.id.PortId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sample of one port in the making, by the names of UFM's telemetry. The names of the older form say what they count
 * ({@code Infiniband_MBOut_u_Gb}), but not truly in what: its data are bytes, as they fit the packets beside them.
 */
final class TelemetryValues {
    private static final Map<String, ManagementCounter> OLDER_NAMES = Map.ofEntries(
            Map.entry("SymbolErrors", ManagementCounter.SYMBOL_ERROR),
            Map.entry("LinkRecovers", ManagementCounter.LINK_ERROR_RECOVERY),
            Map.entry("LinkDowned", ManagementCounter.LINK_DOWNED),
            Map.entry("RcvErrors", ManagementCounter.RECEIVE_ERRORS),
            Map.entry("RcvRemotePhysErrors", ManagementCounter.RECEIVE_REMOTE_PHYSICAL_ERRORS),
            Map.entry("RcvSwRelayErrors", ManagementCounter.RECEIVE_SWITCH_RELAY_ERRORS),
            Map.entry("XmtDiscards", ManagementCounter.TRANSMIT_DISCARDS),
            Map.entry("XmtConstraintErrors", ManagementCounter.TRANSMIT_CONSTRAINT_ERRORS),
            Map.entry("RcvConstraintErrors", ManagementCounter.RECEIVE_CONSTRAINT_ERRORS),
            Map.entry("LinkIntegrityErrors", ManagementCounter.LOCAL_LINK_INTEGRITY_ERRORS),
            Map.entry("ExcBufOverrunErrors", ManagementCounter.EXCESSIVE_BUFFER_OVERRUN_ERRORS),
            Map.entry("VL15Dropped", ManagementCounter.VL15_DROPPED),
            Map.entry("XmitWait", ManagementCounter.TRANSMIT_WAIT),
            Map.entry("PckOut", ManagementCounter.TRANSMIT_PACKETS),
            Map.entry("PckIn", ManagementCounter.RECEIVE_PACKETS));
    private static final Map<String, String> OLDER_DATA =
            Map.of("MBOut", CounterName.TX_BYTES, "MBIn", CounterName.RX_BYTES);
    private static final Map<String, String> OLDER_GAUGES = Map.of(
            "CBW_f_u_Gbps", "congestionBandwidthLossGbps",
            "Normalized_CBW_f_u_Percent", "congestionBandwidthLossPercent",
            "Normalized_MBOut_f_u_Percent", "txUtilizationPercent",
            "Normalized_MBIn_f_u_Percent", "rxUtilizationPercent");

    private static final String OLDER_PREFIX = "Infiniband_";
    private static final String EXTENDED = "Extended";
    /** Least and most bytes that a packet has on average: headers alone, and the greatest payload with all headers. */
    private static final double LEAST_PACKET_BYTES = 16;

    private static final double GREATEST_PACKET_BYTES = 4_400;
    /** Nothing is so free of errors: what is below was not measured. */
    private static final double LEAST_ERROR_RATE = 1e-100;

    private final SortedMap<String, Long> counters = new TreeMap<>();
    private final SortedMap<String, Double> gauges = new TreeMap<>();

    /** Takes a value; false: it is none that is kept. */
    boolean put(String name, String text) {
        BigDecimal number = number(text);
        if (name.startsWith(OLDER_PREFIX)) {
            return number != null && putOlder(name.substring(OLDER_PREFIX.length()), number);
        }
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.contains("temperature")) {
            return putTemperature(name, text);
        }
        if (number == null) {
            return false;
        }
        if (lower.endsWith("_ber") || lower.endsWith("ber") || lower.contains("cbw")) {
            double value = number.doubleValue();
            if (lower.contains("cbw") || value > LEAST_ERROR_RATE) {
                gauges.put(name, value);
            }
            return true;
        }
        boolean isExtended = name.endsWith(EXTENDED);
        ManagementCounter counter =
                ManagementCounter.ofTool(isExtended ? name.substring(0, name.length() - EXTENDED.length()) : name);
        BigInteger whole = whole(number);
        if (counter == null || whole == null) {
            return false;
        }
        counter.put(whole, isExtended, true, counters);
        return true;
    }

    private boolean putOlder(String name, BigDecimal number) {
        String gauge = OLDER_GAUGES.get(name);
        if (gauge != null) {
            gauges.put(gauge, number.doubleValue());
            return true;
        }
        int unit = name.indexOf("_u_");
        String what = unit < 0 ? name : name.substring(0, unit);
        BigInteger whole = whole(number);
        ManagementCounter counter = OLDER_NAMES.get(what);
        String data = OLDER_DATA.get(what);
        if (whole == null || whole.bitLength() >= Long.SIZE || (counter == null && data == null)) {
            return false;
        }
        if (data != null) {
            counters.put(data, whole.longValueExact());
        } else if (counter != null) {
            counter.put(whole, false, true, counters);
        }
        return true;
    }

    private boolean putTemperature(String name, String text) {
        String plain = text.endsWith("C") ? text.substring(0, text.length() - 1) : text;
        BigDecimal degrees = number(plain);
        // Cables without a sensor say 0.
        if (degrees == null || degrees.signum() == 0) {
            return false;
        }
        gauges.put(name.equalsIgnoreCase("temperature") ? "temperatureCelsius" : name, degrees.doubleValue());
        return true;
    }

    /** Tells the sample; the name of an adapter's port is told with it. */
    void tell(Facts facts, PortId port, @Nullable String portGuid, Sink sink) {
        dropWhatDoesNotFit(CounterName.TX_BYTES, CounterName.TX_PACKETS, sink);
        dropWhatDoesNotFit(CounterName.RX_BYTES, CounterName.RX_PACKETS, sink);
        if (portGuid != null && !portGuid.equals(port.device().value())) {
            facts.add(meta -> new NameObserved(meta, port.device(), port, NameScheme.PORT_GUID, portGuid));
        }
        if (!counters.isEmpty()) {
            facts.add(meta -> new PortCountersObserved(meta, port, null, counters));
        }
        if (!gauges.isEmpty()) {
            facts.add(meta -> new GaugesObserved(meta, port.device(), port, null, gauges));
        }
    }

    private void dropWhatDoesNotFit(String bytes, String packets, Sink sink) {
        Long byteCount = counters.get(bytes);
        Long packetCount = counters.get(packets);
        if (byteCount == null || packetCount == null || packetCount == 0) {
            return;
        }
        double mean = (double) byteCount / packetCount;
        if (mean < LEAST_PACKET_BYTES || mean > GREATEST_PACKET_BYTES) {
            counters.remove(bytes);
            sink.unread("data in another unit");
        }
    }

    private static @Nullable BigInteger whole(BigDecimal number) {
        // A number with an enormous exponent is no count, and writing it out would fill memory.
        return number.scale() < -30
                        || number.precision() > 40
                        || number.stripTrailingZeros().scale() > 0
                ? null
                : number.toBigInteger();
    }

    private static @Nullable BigDecimal number(String text) {
        if (text.isEmpty() || text.length() > 40) {
            return null;
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return Double.isFinite(number.doubleValue()) ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
