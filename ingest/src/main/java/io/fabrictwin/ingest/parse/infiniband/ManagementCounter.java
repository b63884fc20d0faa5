package io.fabrictwin.ingest.parse.infiniband;

import io.fabrictwin.model.event.CounterName;
import java.math.BigInteger;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The counters that InfiniBand's performance management keeps of every port, under the names that its tools and that the
 * kernel use.
 *
 * <p>The classic attribute holds them in 4 to 32 bits, where they stick: at the limit a counter says "at least", which is
 * no count, and is left out. The extended attribute holds them in 64 bits.
 */
public enum ManagementCounter {
    SYMBOL_ERROR("SymbolErrorCounter", "symbol_error", CounterName.SYMBOL_ERRORS, 16),
    LINK_ERROR_RECOVERY("LinkErrorRecoveryCounter", "link_error_recovery", null, 8),
    LINK_DOWNED("LinkDownedCounter", "link_downed", CounterName.LINK_DOWNED, 8),
    RECEIVE_ERRORS("PortRcvErrors", "port_rcv_errors", CounterName.RX_ERRORS, 16),
    RECEIVE_REMOTE_PHYSICAL_ERRORS("PortRcvRemotePhysicalErrors", "port_rcv_remote_physical_errors", null, 16),
    RECEIVE_SWITCH_RELAY_ERRORS("PortRcvSwitchRelayErrors", "port_rcv_switch_relay_errors", null, 16),
    TRANSMIT_DISCARDS("PortXmitDiscards", "port_xmit_discards", CounterName.TX_DROPPED_PACKETS, 16),
    TRANSMIT_CONSTRAINT_ERRORS("PortXmitConstraintErrors", "port_xmit_constraint_errors", null, 8),
    RECEIVE_CONSTRAINT_ERRORS("PortRcvConstraintErrors", "port_rcv_constraint_errors", null, 8),
    LOCAL_LINK_INTEGRITY_ERRORS("LocalLinkIntegrityErrors", "local_link_integrity_errors", null, 4),
    EXCESSIVE_BUFFER_OVERRUN_ERRORS("ExcessiveBufferOverrunErrors", "excessive_buffer_overrun_errors", null, 4),
    VL15_DROPPED("VL15Dropped", "VL15_dropped", null, 16),
    QP1_DROPPED("QP1Dropped", "qp1_dropped", null, 16),
    TRANSMIT_DATA("PortXmitData", "port_xmit_data", CounterName.TX_BYTES, 32),
    RECEIVE_DATA("PortRcvData", "port_rcv_data", CounterName.RX_BYTES, 32),
    TRANSMIT_PACKETS("PortXmitPkts", "port_xmit_packets", CounterName.TX_PACKETS, 32),
    RECEIVE_PACKETS("PortRcvPkts", "port_rcv_packets", CounterName.RX_PACKETS, 32),
    TRANSMIT_WAIT("PortXmitWait", "port_xmit_wait", CounterName.TX_WAIT_TICKS, 32),
    UNICAST_TRANSMIT_PACKETS("PortUnicastXmitPkts", "unicast_xmit_packets", null, 64),
    UNICAST_RECEIVE_PACKETS("PortUnicastRcvPkts", "unicast_rcv_packets", null, 64),
    MULTICAST_TRANSMIT_PACKETS("PortMulticastXmitPkts", "multicast_xmit_packets", null, 64),
    MULTICAST_RECEIVE_PACKETS("PortMulticastRcvPkts", "multicast_rcv_packets", null, 64);

    private static final int WORD_BYTES = 4;
    private static final int WIDE_BITS = 64;

    private static final Map<String, ManagementCounter> BY_TOOL_NAME = index(counter -> counter.toolName);
    private static final Map<String, ManagementCounter> BY_KERNEL_NAME = index(counter -> counter.kernelName);

    private final String toolName;
    private final String kernelName;
    private final @Nullable String twinName;
    private final int bits;
    /** Of 64 bits, which no value reaches here: -1. */
    private final long limit;

    private final String name;

    ManagementCounter(String toolName, String kernelName, @Nullable String twinName, int bits) {
        this.toolName = toolName;
        this.kernelName = kernelName;
        this.twinName = twinName;
        this.bits = bits;
        this.limit = bits == WIDE_BITS ? -1 : (1L << bits) - 1;
        this.name = twinName == null ? toolName : twinName;
    }

    private static Map<String, ManagementCounter> index(Function<ManagementCounter, String> name) {
        return Stream.of(values()).collect(Collectors.toUnmodifiableMap(name, counter -> counter));
    }

    /** By the name that perfquery and its like print; null: it is none of these. */
    public static @Nullable ManagementCounter ofTool(String name) {
        return BY_TOOL_NAME.get(name);
    }

    /** By the name of its file under {@code counters}; null: it is none of these. */
    public static @Nullable ManagementCounter ofKernel(String name) {
        return BY_KERNEL_NAME.get(name);
    }

    /** The name that perfquery and its like print. */
    public String toolName() {
        return toolName;
    }

    /** Whether it counts packets by the kind of their address, which not every port does. */
    public boolean isByAddress() {
        return bits == WIDE_BITS;
    }

    /** Whether it counts traffic; the others count what went wrong, or waiting. */
    public boolean isTraffic() {
        return isByAddress() || (bits == 32 && this != TRANSMIT_WAIT);
    }

    /**
     * Adds the value under the twin's name of it, data in bytes, unless it says no more than "at least".
     *
     * @param toolNamed whether the raw name, where the twin has none, is the tools' or the kernel's
     * @param isWide whether the value comes from 64 bits for sure
     */
    public void put(BigInteger value, boolean isWide, boolean toolNamed, SortedMap<String, Long> counters) {
        long kept = value.bitLength() < Long.SIZE ? kept(value.longValueExact(), isWide) : -1;
        if (kept >= 0) {
            counters.put(twinName == null && !toolNamed ? kernelName : name, kept);
        }
    }

    /** The twin's name of it; where it has none, the tools'. */
    public String twinName() {
        return name;
    }

    /**
     * What is kept of a value, data in bytes; -1: nothing, as it says no more than "at least", or is out of range.
     *
     * @param isWide whether the value comes from 64 bits for sure
     */
    public long kept(long value, boolean isWide) {
        boolean isData = this == TRANSMIT_DATA || this == RECEIVE_DATA;
        boolean isStuck = value == limit && !isWide;
        if (isStuck || value < 0 || (isData && value > Long.MAX_VALUE / WORD_BYTES)) {
            return -1;
        }
        return isData ? value * WORD_BYTES : value;
    }
}
